import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { htmlToText } from '../../domain/messages/html-to-text.js';
import { checkTemplate, renderEmail, renderTemplate } from '../../domain/messages/template-render.js';

const lead = { first_name: 'Ana', company: null, metadata: { budget: 12000, plan: 'pro' }, tags: ['vip', 'new'] };

const text = (source: string, variables: Record<string, unknown> = { lead }) => {
  const rendered = renderTemplate(source, variables, 'text');
  if (!rendered.ok) throw new Error(rendered.message);
  return rendered.value;
};
const html = (source: string, variables: Record<string, unknown> = { lead }) => {
  const rendered = renderTemplate(source, variables, 'html');
  if (!rendered.ok) throw new Error(rendered.message);
  return rendered.value;
};

describe('a template', () => {
  it('fills variables, falls back to defaults and leaves missing ones empty', () => {
    expect(text('Hi {{lead.first_name}} at {{ lead.company | default: "your company" }}{{ lead.nope.deeper }}!')).toBe(
      'Hi Ana at your company!',
    );
  });

  it('writes dates in UTC or a named zone, and takes `now` from its variables', () => {
    const variables = { now: '2026-03-02T23:30:00.000Z', lead: { timezone: 'Asia/Tokyo' } };
    expect(text('{{ now | date: "%Y-%m-%d %H:%M" }}', variables)).toBe('2026-03-02 23:30');
    expect(text('{{ now | date: "%d %b %H:%M", lead.timezone }}', variables)).toBe('03 Mar 08:30');
    expect(text('{{ "now" | date: "%Y" }}', variables)).toBe('2026');
    expect(text('{{ "now" | date: "%Y" }}{{ nothing | date: "%Y" }}', {})).toBe('');
  });

  it('is read or refused, but never throws or hangs, whatever it holds', () => {
    const piece = fc.constantFrom(
      '{{',
      '}}',
      '{%',
      '%}',
      ' lead',
      '.',
      'if',
      'endif',
      '|',
      ' default: ',
      '"',
      '[',
      ']',
      'x',
      ':',
      '-',
      '1',
      '<',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        expect(typeof renderTemplate(pieces.join(''), { lead }, 'html').ok).toBe('boolean');
        expect(Array.isArray(checkTemplate(pieces.join('')).problems)).toBe(true);
      }),
    );
  });

  it('chooses by if, unless and case', () => {
    expect(text('{% if lead.metadata.budget > 5000 %}big{% else %}small{% endif %}')).toBe('big');
    expect(text('{% unless lead.company %}none{% endunless %}')).toBe('none');
    expect(text('{% case lead.metadata.plan %}{% when "pro" %}P{% else %}B{% endcase %}')).toBe('P');
  });

  it.each([
    '{{lead.constructor}}',
    '{{lead.__proto__}}',
    '{{lead.constructor.constructor}}',
    '{{lead["constructor"]["prototype"]}}',
    '{{lead.toString}}',
    '{{lead.first_name.constructor}}',
    '{{lead.tags.constructor}}',
    '{{lead.hasOwnProperty}}',
    '{{constructor}}',
    '{{__proto__}}',
    '{{lead.__defineGetter__}}',
    '{{lead.tags.push}}',
  ])('renders the property walk %s as nothing', (source) => {
    expect(text(source)).toBe('');
    expect(html(source)).toBe('');
  });

  it('never renders a value a second time', () => {
    const variables = { lead: { first_name: '{{ lead.secret }}{% if true %}x{% endif %}', secret: 'S' } };
    expect(text('Hi {{lead.first_name}}', variables)).toBe('Hi {{ lead.secret }}{% if true %}x{% endif %}');
    expect(html('Hi {{lead.first_name}}', variables)).not.toContain('S<');
  });

  it.each([
    'for x in (1..9999999)',
    'assign x = 1',
    'capture x',
    'include "a"',
    'render "a"',
    'layout "a"',
    'raw',
    'comment',
    'tablerow x in y',
    'increment x',
    'liquid echo 1',
    'cycle "a"',
    'block a',
    'echo lead',
  ])('does not know the tag {%% %s %%}', (tag) => {
    const rendered = renderTemplate(`{% ${tag} %}`, { lead }, 'text');
    expect(rendered).toMatchObject({ ok: false, code: 'TEMPLATE_SYNTAX' });
  });

  it('ends a template that would grow without end, as a refusal', () => {
    const growing = `{{ "x" | append: "y" ${'| times: 9 | append: lead.a | append: lead.a | append: lead.a'.repeat(200)} }}`;
    expect(renderTemplate(growing, { lead: { a: 'z'.repeat(50_000) } }, 'text').ok).toBe(false);
    expect(renderTemplate('x'.repeat(300_000), {}, 'text')).toMatchObject({ ok: false, code: 'TEMPLATE_TOO_LONG' });
    expect(renderTemplate(`${'{% if true %}'.repeat(20_000)}`, {}, 'text').ok).toBe(false);
  });

  it('cannot be opened by a filter that turns text into markup or code', () => {
    for (const filter of [
      'raw',
      'where_exp: "x", "x"',
      'json',
      'inspect',
      'map: "constructor"',
      'url_decode',
      'find_exp: "x","x"',
    ]) {
      expect(renderTemplate(`{{ lead.first_name | ${filter} }}`, { lead }, 'html')).toMatchObject({
        ok: false,
        code: 'TEMPLATE_UNKNOWN_FILTER',
      });
    }
  });
});

describe('an HTML template', () => {
  const attacks = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='x",
    '</title><script>1</script>',
    '<svg/onload=alert(1)>',
    '&lt;script&gt;',
    '<!--',
    ']]><script>',
    '\u003cscript\u003e',
  ];

  it.each(attacks)('shows %s as text', (value) => {
    const page = html('<p title="{{lead.v}}">{{ lead.v }}{{ lead.v | upcase }}{{ lead.v | split: "" }}</p>', {
      lead: { v: value },
    });
    expect(page.match(/<[a-z!/]/gi)).toEqual(['<p', '</']);
  });

  it('escapes once where the author escapes too', () => {
    expect(html('{{ lead.v | escape }}', { lead: { v: 'a & b' } })).toBe('a &amp; b');
  });

  it('leaves plain text as it is in text mode', () => {
    expect(text('{{ lead.v }}', { lead: { v: 'Tom & "Jo" <x>' } })).toBe('Tom & "Jo" <x>');
  });
});

describe('checkTemplate', () => {
  it('names syntax faults with their line', () => {
    expect(checkTemplate('Hi\n\n{% if lead.first_name %}oops').problems).toMatchObject([
      { code: 'TEMPLATE_SYNTAX', line: 3 },
    ]);
    expect(checkTemplate('a\n{{ lead.first_name | shout }}').problems).toMatchObject([
      { code: 'TEMPLATE_UNKNOWN_FILTER', line: 2 },
    ]);
    expect(checkTemplate('{% for a in b %}{% endfor %}').problems).toHaveLength(1);
    expect(checkTemplate('{{ lead.first_name').problems).toHaveLength(1);
  });

  it('lists variables without a value, and only those', () => {
    const check = checkTemplate(
      '{{lead.first_name}} {{lead.metadata.any.thing}} {{ lead.frist_name }} {{x}} {% if variables.a %}{{ unsubscribe_url }}{% endif %}',
    );
    expect(check.problems).toEqual([]);
    expect(check.unknownVariables).toEqual(['lead.frist_name', 'x']);
  });
});

describe('renderEmail', () => {
  it.each(['a\r\nBcc: x@evil.test', 'a\nX: y', 'a\rb', 'a\u2028b', 'a\u0000b', 'a\u0085b', '\ud800'])(
    'keeps the subject on one line with %j in a value',
    (value) => {
      const email = renderEmail({ subject: 'Hi {{lead.v}}', text: 'x' }, { lead: { v: value } });
      expect(email.ok && email.value.subject).toMatch(/^Hi [\p{L}\p{N}\p{P}\p{Zs}\p{So}]*$/u);
    },
  );

  it('makes the plain part from the HTML where there is none', () => {
    const email = renderEmail(
      {
        subject: 'S',
        html: '<h1>Hello {{lead.first_name}}</h1><p>See <a href="https://x.test/a?b=1&amp;c=2">us</a><br>Bye</p>',
      },
      { lead: { first_name: 'A & <b>' } },
    );
    expect(email).toMatchObject({
      ok: true,
      value: { text: 'Hello A & <b>\n\nSee us (https://x.test/a?b=1&c=2)\nBye' },
    });
  });

  it('has no HTML part where none was written', () => {
    expect(renderEmail({ subject: 'S', text: 'T' }, {})).toEqual({
      ok: true,
      value: { subject: 'S', text: 'T', html: null },
    });
  });

  it('answers the fault of any part', () => {
    expect(renderEmail({ subject: '{% if %}', text: 'T' }, {}).ok).toBe(false);
    expect(renderEmail({ subject: 'S', text: 'T', html: '{{ a | nope }}' }, {}).ok).toBe(false);
  });
});

describe('htmlToText', () => {
  it('drops scripts, styles and comments and keeps lists readable', () => {
    expect(
      htmlToText('<style>p{}</style><script>x()</script><!-- c --><ul><li>One</li><li>Two &amp; 3</li></ul>'),
    ).toBe('- One\n- Two & 3');
  });
});
