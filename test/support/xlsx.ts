import { strToU8, zipSync } from 'fflate';

/** A cell: a text, a boolean, a number, a date as days since 1899-12-30 (Excel), or null (none). */
type Cell = string | boolean | number | { readonly day: number } | null;

interface SheetParts {
  readonly name?: string;
  readonly isHidden?: boolean;
  readonly rows: readonly (readonly Cell[])[];
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook of Excel with one sheet, as small as it may be (ECMA-376). */
export function xlsx(rows: SheetParts['rows']): Uint8Array {
  return workbookOf([{ rows }]);
}

/** A workbook of several sheets. `change` edits the XML of a part. */
export function workbookOf(
  sheets: readonly SheetParts[],
  change: (xml: string, path: string) => string = (xml) => xml,
): Uint8Array {
  const entries = sheets.map(
    ({ name, isHidden }, place) =>
      `<sheet name="${name ?? `Sheet${place + 1}`}" sheetId="${place + 1}"${isHidden ? ' state="hidden"' : ''} r:id="s${place + 1}"/>`,
  );
  const relations = sheets.map(
    (_sheet, place) =>
      `<Relationship Id="s${place + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${place + 1}.xml"/>`,
  );
  const files = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${entries.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${RELATIONS}">${relations.join('')}<Relationship Id="r0" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${HEAD}<styleSheet xmlns="${MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(sheets.map(({ rows }, place) => [`xl/worksheets/sheet${place + 1}.xml`, sheetXml(rows)])),
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, xml]) => [path, strToU8(change(xml, path))])));
}

function sheetXml(rows: SheetParts['rows']): string {
  const xml = rows.map((row, place) => {
    const cells = row.map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${place + 1}`));
    return `<row r="${place + 1}">${cells.join('')}</row>`;
  });
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${xml.join('')}</sheetData></worksheet>`;
}

function cellXml(cell: Cell, at: string): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${Number(cell)}</v></c>`;
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'object') return `<c r="${at}" s="1"><v>${cell.day}</v></c>`;
  return `<c r="${at}" t="inlineStr"><is><t>${cell}</t></is></c>`;
}
