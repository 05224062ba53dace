import { JsonObject, named, oneOf, optional, type Static, strictObject, type TSchema, Type } from '../common.js';

/** The files a WhatsApp message can be. */
export const MEDIA_TYPES = ['image', 'video', 'audio', 'document', 'sticker'] as const;

/** How long WhatsApp lets the texts of a message be. */
export const WHATSAPP_LIMITS = {
  caption: 1024,
  header: 60,
  body: 1024,
  listBody: 4096,
  footer: 60,
  buttonTitle: 20,
  rowTitle: 24,
  rowDescription: 72,
  rows: 10,
  products: 30,
  flowButton: 30,
} as const;

const Text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description });
const link = Type.String({
  pattern: '^https?://\\S+$',
  maxLength: 2000,
  description: 'Where WhatsApp fetches the file; public, https or http.',
});
const uploadId = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,100}$',
  description: 'The id of a file uploaded at WhatsApp.',
});
const filename = Text(240, 'What a document is called.');

/** A file that is a WhatsApp message. */
export const WhatsAppMedia = named(
  'WhatsAppMedia',
  strictObject(
    {
      type: oneOf(MEDIA_TYPES, { description: 'What it is.' }),
      link: optional(link),
      id: optional(uploadId),
      caption: optional(Text(WHATSAPP_LIMITS.caption, 'The words with an image, a video or a document.')),
      filename: optional(filename),
    },
    { description: 'A file on WhatsApp, by `link` or by `id`.' },
  ),
);
export type WhatsAppMedia = Static<typeof WhatsAppMedia>;

const file = (description: string) => strictObject({ link: optional(link), id: optional(uploadId) }, { description });
const TextHeader = strictObject({
  type: Type.Literal('text', { description: 'Words.' }),
  text: Text(WHATSAPP_LIMITS.header, 'The words.'),
});
const ImageHeader = strictObject({
  type: Type.Literal('image', { description: 'A picture.' }),
  image: file('The picture, by `link` or by `id`.'),
});
const VideoHeader = strictObject({
  type: Type.Literal('video', { description: 'A film.' }),
  video: file('The film, by `link` or by `id`.'),
});
const DocumentHeader = strictObject({
  type: Type.Literal('document', { description: 'A file.' }),
  document: strictObject(
    { link: optional(link), id: optional(uploadId), filename: optional(filename) },
    { description: 'The file, by `link` or by `id`.' },
  ),
});
type Header = Static<typeof TextHeader | typeof ImageHeader | typeof VideoHeader | typeof DocumentHeader>;
const Header = Type.Unsafe<Header>({
  type: 'object',
  description: 'What stands above the text.',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [TextHeader, ImageHeader, VideoHeader, DocumentHeader],
});

const kind = <const K extends string>(type: K, description: string) => Type.Literal(type, { description });
const body = (maxLength: number) => strictObject({ text: Text(maxLength, 'The words.') }, { description: 'The text.' });
const footer = optional(
  strictObject({ text: Text(WHATSAPP_LIMITS.footer, 'The words.') }, { description: 'What stands below in small.' }),
);

const Buttons = strictObject({
  type: kind('button', 'Up to three buttons to answer with.'),
  header: optional(Header),
  body: body(WHATSAPP_LIMITS.body),
  footer,
  action: strictObject(
    {
      buttons: Type.Array(
        strictObject({
          type: kind('reply', 'A button to answer with.'),
          reply: strictObject(
            {
              id: Text(256, 'Comes back with the answer.'),
              title: Text(WHATSAPP_LIMITS.buttonTitle, 'What it says.'),
            },
            { description: 'The answer.' },
          ),
        }),
        { minItems: 1, maxItems: 3, description: 'The buttons.' },
      ),
    },
    { description: 'The buttons.' },
  ),
});

const List = strictObject({
  type: kind('list', 'A list to choose from.'),
  header: optional(TextHeader),
  body: body(WHATSAPP_LIMITS.listBody),
  footer,
  action: strictObject(
    {
      button: Text(WHATSAPP_LIMITS.buttonTitle, 'The button that opens the list.'),
      sections: Type.Array(
        strictObject({
          title: optional(Text(24, 'Above its rows; needed where there are several sections.')),
          rows: Type.Array(
            strictObject({
              id: Text(200, 'Comes back with the answer.'),
              title: Text(WHATSAPP_LIMITS.rowTitle, 'What it says.'),
              description: optional(Text(WHATSAPP_LIMITS.rowDescription, 'More words.')),
            }),
            { minItems: 1, maxItems: WHATSAPP_LIMITS.rows, description: 'The rows.' },
          ),
        }),
        { minItems: 1, maxItems: 10, description: 'The sections, of ten rows together at most.' },
      ),
    },
    { description: 'The list.' },
  ),
});

const Link = strictObject({
  type: kind('cta_url', 'A button that opens an address.'),
  header: optional(Header),
  body: body(WHATSAPP_LIMITS.body),
  footer,
  action: strictObject(
    {
      name: kind('cta_url', 'Always cta_url.'),
      parameters: strictObject(
        { display_text: Text(WHATSAPP_LIMITS.buttonTitle, 'What the button says.'), url: link },
        { description: 'The button.' },
      ),
    },
    { description: 'The button.' },
  ),
});

const Location = strictObject({
  type: kind('location_request_message', 'Asks where the lead is.'),
  body: body(WHATSAPP_LIMITS.body),
  action: strictObject({ name: kind('send_location', 'Always send_location.') }, { description: 'The button.' }),
});

const FlowScreen = strictObject(
  {
    screen: Text(200, 'The id of the screen.'),
    data: optional(JsonObject('What the screen starts with.')),
  },
  { description: 'The first screen; with flow_action navigate only.' },
);
const Flow = strictObject({
  type: kind('flow', 'A button that opens a flow of yours at WhatsApp.'),
  header: optional(Header),
  body: body(WHATSAPP_LIMITS.body),
  footer,
  action: strictObject(
    {
      name: kind('flow', 'Always flow.'),
      parameters: strictObject(
        {
          flow_message_version: kind('3', 'Always 3.'),
          flow_id: optional(Text(100, 'The flow, by its id.')),
          flow_name: optional(Text(200, 'The flow, by its name.')),
          flow_cta: Text(WHATSAPP_LIMITS.flowButton, 'What the button says; no emoji.'),
          flow_token: optional(Text(200, 'Comes back with the answer.')),
          mode: optional(oneOf(['draft', 'published'] as const, { description: 'published if not given.' })),
          flow_action: optional(
            oneOf(['navigate', 'data_exchange'] as const, { description: 'navigate if not given.' }),
          ),
          flow_action_payload: optional(FlowScreen),
        },
        { description: 'Which flow, by flow_id or by flow_name, and where it starts.' },
      ),
    },
    { description: 'The button.' },
  ),
});

const catalogId = Text(100, 'The catalogue at Meta.');
const productId = Text(100, 'The product, by its id in the catalogue.');
const Product = strictObject({
  type: kind('product', 'One product of a catalogue.'),
  body: optional(body(WHATSAPP_LIMITS.body)),
  footer,
  action: strictObject({ catalog_id: catalogId, product_retailer_id: productId }, { description: 'Which product.' }),
});

const Products = strictObject({
  type: kind('product_list', 'Products of a catalogue.'),
  header: TextHeader,
  body: body(WHATSAPP_LIMITS.body),
  footer,
  action: strictObject(
    {
      catalog_id: catalogId,
      sections: Type.Array(
        strictObject({
          title: optional(Text(24, 'Above its products; needed where there are several sections.')),
          product_items: Type.Array(strictObject({ product_retailer_id: productId }), {
            minItems: 1,
            maxItems: WHATSAPP_LIMITS.products,
            description: 'The products.',
          }),
        }),
        { minItems: 1, maxItems: 10, description: 'The sections, of 30 products together at most.' },
      ),
    },
    { description: 'Which products.' },
  ),
});

const Catalogue = strictObject({
  type: kind('catalog_message', 'A button that opens your catalogue.'),
  body: body(WHATSAPP_LIMITS.body),
  footer,
  action: strictObject(
    {
      name: kind('catalog_message', 'Always catalog_message.'),
      parameters: optional(
        strictObject({ thumbnail_product_retailer_id: productId }, { description: 'Whose picture is shown.' }),
      ),
    },
    { description: 'The button.' },
  ),
});

/** A message with buttons, a list or a form, in the shape WhatsApp uses. */
export type WhatsAppInteractive =
  | Static<typeof Buttons>
  | Static<typeof List>
  | Static<typeof Link>
  | Static<typeof Location>
  | Static<typeof Flow>
  | Static<typeof Product>
  | Static<typeof Products>
  | Static<typeof Catalogue>;
export const WhatsAppInteractive = named(
  'WhatsAppInteractive',
  Type.Unsafe<WhatsAppInteractive>({
    type: 'object',
    description: 'A WhatsApp message with buttons, a list or a form, in the shape WhatsApp uses.',
    required: ['type'],
    discriminator: { propertyName: 'type' },
    oneOf: [Buttons, List, Link, Location, Flow, Product, Products, Catalogue],
  }),
);

const Words = Text(32_768, 'The words.');
const money = strictObject(
  {
    fallback_value: Text(60, 'How it reads where it can’t be put into the lead’s own form.'),
    code: Type.String({ pattern: '^[A-Z]{3}$', description: 'The currency, as EUR.' }),
    amount_1000: Type.Integer({ description: 'The amount times 1000.' }),
  },
  { description: 'An amount of money.' },
);
const instant = strictObject(
  { fallback_value: Text(60, 'How it reads.') },
  { description: 'A date or a time, in words.' },
);
const parameterName = Type.Optional(Text(64, 'The place of the template, where it has a name instead of a number.'));
const TextValue = strictObject({ type: kind('text', 'Words.'), parameter_name: parameterName, text: Words });
const MoneyValue = strictObject({
  type: kind('currency', 'An amount of money.'),
  parameter_name: parameterName,
  currency: money,
});
const TimeValue = strictObject({
  type: kind('date_time', 'A date or a time.'),
  parameter_name: parameterName,
  date_time: instant,
});
const TEXT_VALUES = [TextValue, MoneyValue, TimeValue];
const PayloadValue = strictObject({
  type: kind('payload', 'For a quick reply.'),
  payload: Text(128, 'Comes back with the answer.'),
});
const CodeValue = strictObject({
  type: kind('coupon_code', 'For a button that copies a code.'),
  coupon_code: Text(15, 'The code.'),
});
const ActionValue = strictObject({
  type: kind('action', 'For a button that opens a catalogue or a flow.'),
  action: JsonObject('What it opens, as WhatsApp describes it.'),
});

const oneOfType = (description: string, shapes: TSchema[]) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    description,
    required: ['type'],
    discriminator: { propertyName: 'type' },
    oneOf: shapes,
  });
const values = (shapes: TSchema[]) =>
  Type.Array(oneOfType('A value.', shapes), { minItems: 1, maxItems: 50, description: 'The values, in their order.' });

const HeaderValues = strictObject({
  type: kind('header', 'What the head of the template needs.'),
  parameters: values([...TEXT_VALUES, ImageHeader, VideoHeader, DocumentHeader]),
});
const BodyValues = strictObject({ type: kind('body', 'What its text needs.'), parameters: values(TEXT_VALUES) });
const ButtonValues = strictObject({
  type: kind('button', 'What one of its buttons needs.'),
  sub_type: oneOf(['quick_reply', 'url', 'copy_code', 'catalog', 'flow'], { description: 'The kind of the button.' }),
  index: Type.String({ pattern: '^[0-9]$', description: 'Which button, from 0.' }),
  parameters: values([TextValue, PayloadValue, CodeValue, ActionValue]),
});

/** What fills one part of a template. */
export interface WhatsAppComponent {
  type: 'header' | 'body' | 'button';
  sub_type?: string;
  index?: string;
  parameters: Record<string, unknown>[];
}
const WhatsAppComponent = named(
  'WhatsAppComponent',
  Type.Unsafe<WhatsAppComponent>({
    ...oneOfType('What fills one part of a template.', [HeaderValues, BodyValues, ButtonValues]),
  }),
);
/** What fills a template, in WhatsApp's own form, part by part. */
export const WhatsAppComponents = Type.Array(WhatsAppComponent, {
  maxItems: 20,
  description: 'What fills a WhatsApp template, in the form WhatsApp uses.',
});
