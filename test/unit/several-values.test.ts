import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { splitName } from '../../domain/imports/split-name.js';
import { importText } from '../support/csv.js';

const HEADER = 'First Name,Email,Phone,Labels,Job Title,Other email,Work phone';
const plan = async (cells: string[]) => {
  const line = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  const { plans } = await importText(`${HEADER}\n${line}\n`, undefined, { defaultCountry: 'ES' });
  return plans[0];
};
const SEPARATORS = [' ::: ', '; ', ';', ', ', ',', ' / ', '\n', ' or ', ' o ', ' oder ', ' ou ', ' | '];

describe('a cell with several values', () => {
  it('gives the first valid e-mail address, keeps the others and never refuses the row', async () => {
    const address = fc.constantFrom('hugo.a@example.com', 'Hugo <hugo.b@example.com>', 'hugo/c@example.org');
    const junk = fc.constantFrom('', 'n/a', 'broken@', 'ask first');
    await fc.assert(
      fc.asyncProperty(address, address, junk, fc.constantFrom(...SEPARATORS), async (one, two, other, separator) => {
        fc.pre(one !== two);
        const row = await plan(['Hugo', [other, one, two].filter(Boolean).join(separator), '', '', '', '', '']);
        const bare = (text: string) => /[^<> ]+@[^<> ]+/.exec(text)?.[0];
        expect(row).toMatchObject({ kind: 'lead', warnings: [{ column: 'Email', code: 'SEVERAL_VALUES' }] });
        expect(row).toMatchObject({ lead: { email: bare(one) } });
        expect(row).toHaveProperty('lead.metadata.other_email', expect.stringContaining(bare(two) as string));
      }),
      { numRuns: 100 },
    );
  });

  it('gives the first valid phone number and keeps the others', async () => {
    const number = fc.constantFrom('+34 600 222 302', '600222303', 'Work: +34 600-22-23-04', '+49 171 1234567');
    await fc.assert(
      fc.asyncProperty(number, number, fc.constantFrom(...SEPARATORS, ' - '), async (one, two, separator) => {
        fc.pre(one !== two);
        const row = await plan(['Hugo', '', `${one}${separator}${two}`, '', '', '', '']);
        const e164 = (text: string) => {
          const digits = text.replace(/[^\d+]/g, '');
          return digits.startsWith('+') ? digits : `+34${digits}`;
        };
        expect(row).toMatchObject({
          kind: 'lead',
          lead: { phone: e164(one), metadata: { other_phone: e164(two) } },
          warnings: [{ column: 'Phone', code: 'SEVERAL_VALUES' }],
        });
      }),
      { numRuns: 100 },
    );
  });

  it('of Google Contacts gives its first, and no tag that only names all contacts', async () => {
    expect(await plan(['Hugo', '', '', 'Clients ::: * myContacts', 'CEO ::: Founder', '', ''])).toMatchObject({
      kind: 'lead',
      tags: ['Clients'],
      lead: { title: 'CEO', metadata: { other_title: 'Founder' } },
    });
  });

  it('with one value that holds a separator stays one', async () => {
    const row = await plan(['Hugo', '"Paz, Hugo" <hugo@example.com>', '+1 (212) 555-0123 ext. 45', '', '', '', '']);
    expect(row).toMatchObject({ kind: 'lead', lead: { email: 'hugo@example.com', phone: '+12125550123' } });
    expect(row).not.toHaveProperty('lead.metadata.other_email');
  });

  it('is an error only where none of them is valid', async () => {
    expect(await plan(['Hugo', 'a@ ; b@', '', '', '', '', ''])).toMatchObject({
      kind: 'error',
      errors: [{ code: 'INVALID_EMAIL' }],
    });
  });
});

describe('a column of further addresses', () => {
  it('is used in rows that have no valid one, and kept', async () => {
    expect(await plan(['Hugo', '', '', '', '', 'h@example.com', '912345678'])).toMatchObject({
      kind: 'lead',
      lead: { email: 'h@example.com', phone: '+34912345678', metadata: { work_phone: '912345678' } },
      warnings: [],
    });
    expect(await plan(['Hugo', 'a@example.com', 'nope', '', '', 'h@example.com', '912345678'])).toMatchObject({
      lead: { email: 'a@example.com', phone: '+34912345678' },
      warnings: [{ column: 'Phone', code: 'INVALID_PHONE' }],
    });
  });

  it('is the main one in a file without a better one', async () => {
    const { columns } = await importText('Name,Business Phone,Home Phone,Secondary Email\nA,1,2,3\n');
    expect(columns.map(({ to, fallback_for }) => [to, fallback_for])).toEqual([
      ['full_name', null],
      ['phone', null],
      ['metadata.home_phone', 'phone'],
      ['email', null],
    ]);
  });
});

describe('a whole name', () => {
  it.each([
    ['Ana García', 'Ana', 'García'],
    ['García, Ana', 'Ana', 'García'],
    ['García, Ana, PhD', 'Ana', 'García'],
    ['Ana García, PhD', 'Ana', 'García'],
    ['Ana García, MBA, CPA', 'Ana', 'García'],
    ['Ana García Jr.', 'Ana', 'García'],
    ['Dr. Ana García', 'Ana', 'García'],
    ['Prof. Dr. Ana García', 'Ana', 'García'],
    ['Dña. Ana García', 'Ana', 'García'],
    ['Herr Jan Müller', 'Jan', 'Müller'],
    ['Mme Anne Dubois', 'Anne', 'Dubois'],
    ['Dott.ssa Anna Rossi', 'Anna', 'Rossi'],
    ['García, Dr. Ana', 'Ana', 'García'],
    ['GARCÍA Ana', 'Ana', 'GARCÍA'],
    ['DE LA FUENTE Ana María', 'Ana María', 'DE LA FUENTE'],
    ['Ana GARCÍA', 'Ana', 'GARCÍA'],
    ['Jan van der Berg', 'Jan', 'van der Berg'],
    ['van der Berg, Jan', 'Jan', 'van der Berg'],
    ['María del Carmen García', 'María del Carmen', 'García'],
    ['María de los Ángeles Ruiz', 'María de los Ángeles', 'Ruiz'],
    ['Ana del Río', 'Ana', 'del Río'],
    ['Ana García (Sales)', 'Ana', 'García'],
    ['Don Draper', 'Don', 'Draper'],
    ['Mag Jones', 'Mag', 'Jones'],
    ['Ana', 'Ana', ''],
    ['MD', 'MD', ''],
  ])('%s is first and last name', (text, first, last) => {
    expect(splitName(text)).toMatchObject({ first, last });
  });

  it('has its last name first where the header says so', async () => {
    const { plans } = await importText('Apellidos y nombre,Email\nGarcía López Ana,a@x.co\nde la Fuente Bea,b@x.co\n');
    expect(plans).toMatchObject([
      { lead: { first_name: 'López Ana', last_name: 'García' } },
      { lead: { first_name: 'Bea', last_name: 'de la Fuente' } },
    ]);
  });

  it('in capitals alone comes with a warning, and titles are kept', async () => {
    const { plans } = await importText('Full name\nGARCÍA ANA\n"García, Dr. Ana, PhD"\n');
    expect(plans).toMatchObject([
      { kind: 'lead', warnings: [{ code: 'NAME_ORDER_UNCLEAR' }] },
      { lead: { metadata: { name_prefix: 'Dr.', name_suffix: 'PhD' } }, warnings: [] },
    ]);
  });
});
