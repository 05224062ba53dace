import { describe, expect, it } from '@jest/globals';
import { layOutChart } from '../../dashboard/features/reports/chart-layout.js';

const figures = (sent: number, replied: number) => ({
  sent,
  delivered: sent,
  replied,
  met: 0,
  won: 0,
  delivery_rate: sent === 0 ? null : 1,
  reply_rate: sent === 0 ? null : replied / sent,
  meeting_rate: sent === 0 ? null : 0,
  win_rate: sent === 0 ? null : 0,
});
const chart = layOutChart({
  from: '2026-03-01',
  to: '2026-03-30',
  previous: { from: '2026-01-30', to: '2026-02-28' },
  now: figures(1_200, 300),
  before: figures(0, 0),
});

describe('the image of the chart', () => {
  it('has a bar for each outcome and period, as long as its share of the leads sent to', () => {
    const [, , sent, sentBefore, , , replied] = chart.bars;
    expect(chart.bars).toHaveLength(12);
    expect(replied?.width).toBe((sent?.width ?? 0) / 4);
    expect(sentBefore?.width).toBe(0);
  });

  it('has the title, both periods, the numbers and the rates', () => {
    const texts = chart.texts.map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(['From message to win', '1,200', '300', '25%', '–']));
    expect(texts.join('\n')).toMatch(/1 Mar|Mar 1/);
  });

  it('keeps every part within the image', () => {
    for (const { x, y, width, height } of chart.bars) {
      expect(x + width).toBeLessThanOrEqual(chart.width);
      expect(y + height).toBeLessThanOrEqual(chart.height);
    }
    for (const { x, y, size } of chart.texts) {
      expect(x).toBeLessThanOrEqual(chart.width);
      expect(y + size).toBeLessThanOrEqual(chart.height);
    }
  });
});
