import { crc32, deflateRawSync } from 'node:zlib';

/** Packs parts into a ZIP archive. */
export function zip(parts: Readonly<Record<string, string | Buffer>>): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const data = Buffer.from(content as string);
    const packed = deflateRawSync(data);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(data.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const head = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name)]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), fields, tail, Buffer.from(name)]));
    local.push(head, packed);
    offset += head.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(central.length, 4);
  end.writeUInt16LE(central.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, directory, Buffer.from('PK\u0005\u0006'), end]);
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const inXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const relations = (all: readonly (readonly [id: string, type: string, target: string])[]) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** A cell: a text, a number, a yes or no, or XML of its own. */
export type Cell = string | number | boolean | null | { xml: string };

export interface SheetOf {
  name: string;
  hidden?: boolean;
  rows: readonly (readonly Cell[])[];
}

/** Style 1 is a date, 2 a date with a time, 3 a post code of five digits, 4 the custom format of a German date. */
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="[$-407]dd\\.mm\\.yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`;

const letters = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : letters(Math.floor(column / 26) - 1) + letters(column % 26);

/** The parts of a spreadsheet whose texts are shared. */
export function xlsxParts(sheets: readonly SheetOf[], { date1904 = false } = {}): Record<string, string> {
  const texts = new Map<string, number>();
  const shared = (text: string) => texts.get(text) ?? (texts.set(text, texts.size).get(text) as number);
  const cellXml = (cell: Cell, reference: string) => {
    if (cell === null || cell === '') return '';
    if (typeof cell === 'object') return cell.xml.replace('<c', `<c r="${reference}"`);
    if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${cell ? 1 : 0}</v></c>`;
    if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
    return `<c r="${reference}" t="s"><v>${shared(cell)}</v></c>`;
  };
  const sheetXml = ({ rows }: SheetOf) =>
    `<worksheet xmlns="${MAIN}"><sheetData>${rows
      .map(
        (cells, at) =>
          `<row r="${at + 1}">${cells.map((cell, column) => cellXml(cell, `${letters(column)}${at + 1}`)).join('')}</row>`,
      )
      .join('')}</sheetData></worksheet>`;
  const parts = Object.fromEntries(sheets.map((sheet, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheet)]));
  return {
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>${sheets
      .map(
        ({ name, hidden }, at) =>
          `<sheet name="${inXml(name)}" sheetId="${at + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, at) => [`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`] as const),
      ['rIdS', 'styles', 'styles.xml'],
      ['rIdT', 'sharedStrings', '/xl/sharedStrings.xml'],
    ]),
    'xl/styles.xml': STYLES,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${[...texts.keys()].map((text) => `<si><t xml:space="preserve">${inXml(text)}</t></si>`).join('')}</sst>`,
    ...parts,
  };
}

/** A spreadsheet as a file. */
export const xlsx = (sheets: readonly SheetOf[], options?: { date1904?: boolean }): Buffer =>
  zip(xlsxParts(sheets, options));

/** A number in a style of `xlsxParts`. */
export const styled = (value: number | string, style: number): Cell => ({ xml: `<c s="${style}"><v>${value}</v></c>` });
