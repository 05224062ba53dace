import { saveFile } from '../../api/download.js';
import { type ChartData, layOutChart } from './chart-layout.js';

/** The pixels of the file for each pixel of the layout, so that it is sharp on slides. */
const SCALE = 2;

/** Downloads the chart from message to win as a PNG file in the colors of the page. */
export async function downloadChart(data: ChartData): Promise<void> {
  const { width, height, texts, bars } = layOutChart(data);
  const canvas = document.createElement('canvas');
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  const drawing = canvas.getContext('2d');
  if (!drawing) return;
  const styles = getComputedStyle(document.documentElement);
  const color = (name: string) => styles.getPropertyValue(name).trim();
  const family = getComputedStyle(document.body).fontFamily;
  drawing.scale(SCALE, SCALE);
  drawing.fillStyle = color('--surface');
  drawing.fillRect(0, 0, width, height);
  for (const { x, y, width: long, height: high, tone } of bars) {
    drawing.fillStyle = color(tone);
    drawing.beginPath();
    drawing.roundRect(x, y, long, high, Math.min(3, long / 2));
    drawing.fill();
  }
  drawing.textBaseline = 'middle';
  for (const { text, x, y, size, weight, tone, align } of texts) {
    drawing.fillStyle = color(tone);
    drawing.font = `${weight} ${size}px ${family}`;
    drawing.textAlign = align;
    drawing.fillText(text, x, y);
  }
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (file) saveFile(file, `performance-${data.from}-${data.to}.png`);
}
