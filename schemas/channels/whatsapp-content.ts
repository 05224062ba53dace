import {
  described,
  JsonObject,
  named,
  oneOf,
  optional,
  type Static,
  strictObject,
  type TSchema,
  Type,
} from '../common.js';

/** The files a WhatsApp message can be. */
export const MEDIA_TYPES = ['image', 'video', 'audio', 'document', 'sticker'] as const;

/** The maximum lengths of a message's texts on WhatsApp. */
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

const Text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...described(description) });
const link = Type.String({
  pattern: '^https?://\\S+$',
  maxLength: 2000,
  description: 'Public https or http URL from which WhatsApp downloads the file.',
});
const uploadId = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,100}$',
  description: 'ID of a file uploaded to WhatsApp.',
});
const filename = Text(240, 'File name of a document.');

/** A file that is a WhatsApp message. */
export const WhatsAppMedia = named(
  'WhatsAppMedia',
  strictObject(
    {
      type: oneOf(MEDIA_TYPES, { description: 'Type of the file.' }),
      link: optional(link),
      id: optional(uploadId),
      caption: optional(Text(WHATSAPP_LIMITS.caption, 'Caption of an image, video or document.')),
      filename: optional(filename),
    },
    { description: 'A file on WhatsApp, by `link` or by `id`.' },
  ),
);
export type WhatsAppMedia = Static<typeof WhatsAppMedia>;

const file = (description: string) => strictObject({ link: optional(link), id: optional(uploadId) }, { description });
const TextHeader = strictObject({
  type: Type.Literal('text', { description: 'A text.' }),
  text: Text(WHATSAPP_LIMITS.header),
});
const ImageHeader = strictObject({
  type: Type.Literal('image', { description: 'An image.' }),
  image: file('Image, by `link` or by `id`.'),
});
const VideoHeader = strictObject({
  type: Type.Literal('video', { description: 'A video.' }),
  video: file('Video, by `link` or by `id`.'),
});
const DocumentHeader = strictObject({
  type: Type.Literal('document', { description: 'A document.' }),
  document: strictObject(
    { link: optional(link), id: optional(uploadId), filename: optional(filename) },
    { description: 'Document, by `link` or by `id`.' },
  ),
});
type Header = Static<typeof TextHeader | typeof ImageHeader | typeof VideoHeader | typeof DocumentHeader>;
const Header = Type.Unsafe<Header>({
  type: 'object',
  description: 'Header of the message.',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [TextHeader, ImageHeader, VideoHeader, DocumentHeader],
});

const kind = <const K extends string>(type: K, description: string) => Type.Literal(type, { description });
const body = (maxLength: number) => strictObject({ text: Text(maxLength) });
const footer = optional(strictObject({ text: Text(WHATSAPP_LIMITS.footer) }));

const Buttons = strictObject({
  type: kind('button', 'Up to three reply buttons.'),
  header: optional(Header),
  body: body(WHATSAPP_LIMITS.body),
  footer,
  action: strictObject(
    {
      buttons: Type.Array(
        strictObject({
          type: kind('reply', 'A reply button.'),
          reply: strictObject(
            {
              id: Text(256, 'ID that is returned with the reply.'),
              title: Text(WHATSAPP_LIMITS.buttonTitle, 'Label of the button.'),
            },
            { description: 'Reply that the button sends.' },
          ),
        }),
        { minItems: 1, maxItems: 3, description: 'Reply buttons, one to three.' },
      ),
    },
    { description: 'Action of the message.' },
  ),
});

const List = strictObject({
  type: kind('list', 'A list of options.'),
  header: optional(TextHeader),
  body: body(WHATSAPP_LIMITS.listBody),
  footer,
  action: strictObject(
    {
      button: Text(WHATSAPP_LIMITS.buttonTitle, 'Label of the button that opens the list.'),
      sections: Type.Array(
        strictObject({
          title: optional(Text(24, 'Title of the section. Required if there are several sections.')),
          rows: Type.Array(
            strictObject({
              id: Text(200, 'ID that is returned with the reply.'),
              title: Text(WHATSAPP_LIMITS.rowTitle),
              description: optional(Text(WHATSAPP_LIMITS.rowDescription)),
            }),
            { minItems: 1, maxItems: WHATSAPP_LIMITS.rows },
          ),
        }),
        { minItems: 1, maxItems: 10, description: 'Sections, with at most ten rows in total.' },
      ),
    },
    { description: 'Menu that opens from a button below the text.' },
  ),
});

const Link = strictObject({
  type: kind('cta_url', 'A button that opens a URL.'),
  header: optional(Header),
  body: body(WHATSAPP_LIMITS.body),
  footer,
  action: strictObject(
    {
      name: kind('cta_url', 'Always `cta_url`.'),
      parameters: strictObject(
        { display_text: Text(WHATSAPP_LIMITS.buttonTitle, 'Label of the button.'), url: link },
        { description: 'Parameters of the button.' },
      ),
    },
    { description: 'Action of the message.' },
  ),
});

const Location = strictObject({
  type: kind('location_request_message', "A request for the lead's location."),
  body: body(WHATSAPP_LIMITS.body),
  action: strictObject(
    { name: kind('send_location', 'Always `send_location`.') },
    { description: 'Action of the message.' },
  ),
});

const FlowScreen = strictObject(
  {
    screen: Text(200, 'Screen that the flow opens with.'),
    data: optional(JsonObject('Initial data of the screen.')),
  },
  { description: 'First screen, only with flow_action navigate.' },
);
const Flow = strictObject({
  type: kind('flow', 'A button that opens one of your WhatsApp flows.'),
  header: optional(Header),
  body: body(WHATSAPP_LIMITS.body),
  footer,
  action: strictObject(
    {
      name: kind('flow', 'Always `flow`.'),
      parameters: strictObject(
        {
          flow_message_version: kind('3', 'Always 3.'),
          flow_id: optional(Text(100, 'ID of the flow at Meta. Specify this or `flow_name`.')),
          flow_name: optional(Text(200, 'Name of the flow at Meta.')),
          flow_cta: Text(WHATSAPP_LIMITS.flowButton, 'Label of the button, without emoji.'),
          flow_token: optional(Text(200, 'Token that is returned with the reply.')),
          mode: optional(
            oneOf(['draft', 'published'] as const, { description: 'Mode of the flow. Defaults to `published`.' }),
          ),
          flow_action: optional(
            oneOf(['navigate', 'data_exchange'] as const, {
              description: 'Action of the flow. Defaults to `navigate`.',
            }),
          ),
          flow_action_payload: optional(FlowScreen),
        },
        { description: 'The flow, by flow_id or by flow_name, and its first screen.' },
      ),
    },
    { description: 'Action of the message.' },
  ),
});

const catalogId = Text(100, 'ID of the catalog at Meta.');
const productId = Text(100, 'ID of the product in the catalog.');
const Product = strictObject({
  type: kind('product', 'One product of a catalog.'),
  body: optional(body(WHATSAPP_LIMITS.body)),
  footer,
  action: strictObject({ catalog_id: catalogId, product_retailer_id: productId }, { description: 'Product to show.' }),
});

const Products = strictObject({
  type: kind('product_list', 'Several products of a catalog.'),
  header: TextHeader,
  body: body(WHATSAPP_LIMITS.body),
  footer,
  action: strictObject(
    {
      catalog_id: catalogId,
      sections: Type.Array(
        strictObject({
          title: optional(Text(24, 'Title of the section. Required if there are several sections.')),
          product_items: Type.Array(strictObject({ product_retailer_id: productId }), {
            minItems: 1,
            maxItems: WHATSAPP_LIMITS.products,
          }),
        }),
        { minItems: 1, maxItems: 10, description: 'Sections, with at most 30 products in total.' },
      ),
    },
    { description: 'Products to show.' },
  ),
});

const Catalogue = strictObject({
  type: kind('catalog_message', 'A button that opens your catalog.'),
  body: body(WHATSAPP_LIMITS.body),
  footer,
  action: strictObject(
    {
      name: kind('catalog_message', 'Always `catalog_message`.'),
      parameters: optional(
        strictObject({ thumbnail_product_retailer_id: productId }, { description: 'Product whose image is shown.' }),
      ),
    },
    { description: 'Action of the message.' },
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
    description: "A WhatsApp message with buttons, a list or a form, in WhatsApp's format.",
    required: ['type'],
    discriminator: { propertyName: 'type' },
    oneOf: [Buttons, List, Link, Location, Flow, Product, Products, Catalogue],
  }),
);

const Words = Text(32_768);
const money = strictObject(
  {
    fallback_value: Text(60, "Text to show if the value can't be localized."),
    code: Type.String({ pattern: '^[A-Z]{3}$', description: 'Currency code, such as EUR.' }),
    amount_1000: Type.Integer({ description: 'Amount multiplied by 1000.' }),
  },
  { description: 'An amount of money.' },
);
const instant = strictObject(
  { fallback_value: Text(60, 'Text of the date or time.') },
  { description: 'A date or time as text.' },
);
const parameterName = Type.Optional(Text(64, 'Name of the parameter, if the template uses names instead of numbers.'));
const TextValue = strictObject({ type: kind('text', 'A text.'), parameter_name: parameterName, text: Words });
const MoneyValue = strictObject({
  type: kind('currency', 'An amount of money.'),
  parameter_name: parameterName,
  currency: money,
});
const TimeValue = strictObject({
  type: kind('date_time', 'A date or time.'),
  parameter_name: parameterName,
  date_time: instant,
});
const TEXT_VALUES = [TextValue, MoneyValue, TimeValue];
const PayloadValue = strictObject({
  type: kind('payload', 'Parameter of a quick reply.'),
  payload: Text(128, 'Payload that is returned with the reply.'),
});
const CodeValue = strictObject({
  type: kind('coupon_code', 'Parameter of a copy-code button.'),
  coupon_code: Text(15, 'Code to copy.'),
});
const ActionValue = strictObject({
  type: kind('action', 'Parameter of a catalog or flow button.'),
  action: JsonObject("Action of the button, in WhatsApp's format."),
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
  Type.Array(oneOfType('A value.', shapes), { minItems: 1, maxItems: 50, description: 'Values, in order.' });

const HeaderValues = strictObject({
  type: kind('header', 'Parameters of the header.'),
  parameters: values([...TEXT_VALUES, ImageHeader, VideoHeader, DocumentHeader]),
});
const BodyValues = strictObject({ type: kind('body', 'Parameters of the body.'), parameters: values(TEXT_VALUES) });
const ButtonValues = strictObject({
  type: kind('button', 'Parameters of a button.'),
  sub_type: oneOf(['quick_reply', 'url', 'copy_code', 'catalog', 'flow']),
  index: Type.String({ pattern: '^[0-9]$', description: 'Index of the button, from 0.' }),
  parameters: values([TextValue, PayloadValue, CodeValue, ActionValue]),
});

/** The parameters of one part of a template. */
export interface WhatsAppComponent {
  type: 'header' | 'body' | 'button';
  sub_type?: string;
  index?: string;
  parameters: Record<string, unknown>[];
}
const WhatsAppComponent = named(
  'WhatsAppComponent',
  Type.Unsafe<WhatsAppComponent>({
    ...oneOfType('Parameters of a template component.', [HeaderValues, BodyValues, ButtonValues]),
  }),
);
/** The parameters of a template, in WhatsApp's own form, part by part. */
export const WhatsAppComponents = Type.Array(WhatsAppComponent, {
  maxItems: 20,
  description: "Parameters of a WhatsApp template, in WhatsApp's format.",
});
