type Rgb = [red: number, green: number, blue: number];

const ENOUGH = 4.5;
const WHITE: Rgb = [255, 255, 255];

const parse = (color: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as Rgb;
const format = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast of two colours (`#rrggbb`) as WCAG counts it: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(parse(one)), luminance(parse(other))].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns a colour as near to the one given as can be read on, or as, the other: darkened, or lightened on dark. */
export function readable(color: string, against: string): string {
  const goal: Rgb = luminance(parse(against)) > 0.3 ? [0, 0, 0] : WHITE;
  const from = parse(color);
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = format(from.map((part, index) => part + ((goal[index] ?? 0) - part) * share) as Rgb);
    if (contrast(mixed, against) >= ENOUGH) return mixed;
  }
  return format(goal);
}
