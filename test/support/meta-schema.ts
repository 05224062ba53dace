/**
 * What Meta's Cloud API takes and answers, as far as the service uses it, written after Meta's published description:
 * github.com/facebook/openapi, business-messaging-api_v23.0.yaml (commit 231e184). Where that document contradicts its
 * own examples the examples count: a message type closes its object without the common fields in it, the `index` of a
 * button has an impossible pattern, `parameter_name` and `biz_opaque_callback_data` stand in the reference only.
 */
const object = (required: string[], properties: object, more: object = {}) => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
  ...more,
});
const text = (maxLength?: number) => ({ type: 'string', minLength: 1, ...(maxLength ? { maxLength } : {}) });
const word = (...values: string[]) => ({ enum: values });

const media = (more: object = {}) => ({
  oneOf: [
    object(['id'], { id: text(), ...more }),
    object(['link'], { link: { type: 'string', pattern: '^https?://' }, ...more }),
  ],
});
const caption = { caption: text(1024) };

const parameter = {
  oneOf: [
    object(['type', 'text'], { type: word('text'), text: text(32_768), parameter_name: text() }),
    ...['image', 'video', 'document'].map((kind) => object(['type', kind], { type: word(kind), [kind]: media() })),
  ],
};
const buttonParameter = {
  oneOf: [
    object(['type', 'text'], { type: word('text'), text: text() }),
    object(['type', 'payload'], { type: word('payload'), payload: text() }),
    object(['type', 'coupon_code'], { type: word('coupon_code'), coupon_code: text() }),
  ],
};
const parameters = (items: object) => ({ type: 'array', minItems: 1, items });
const component = {
  oneOf: [
    object(['type', 'parameters'], { type: word('header'), parameters: parameters(parameter) }),
    object(['type', 'parameters'], { type: word('body'), parameters: parameters(parameter) }),
    object(['type', 'sub_type', 'index', 'parameters'], {
      type: word('button'),
      sub_type: word('quick_reply', 'url', 'copy_code'),
      index: { type: 'string', pattern: '^[0-9]$' },
      parameters: parameters(buttonParameter),
    }),
  ],
};

const message = (type: string, properties: object) =>
  object(['messaging_product', 'recipient_type', 'to', 'type', type], {
    messaging_product: word('whatsapp'),
    recipient_type: word('individual'),
    to: { type: 'string', pattern: '^[1-9][0-9]{6,14}$' },
    type: word(type),
    context: object(['message_id'], { message_id: text() }),
    biz_opaque_callback_data: text(512),
    ...properties,
  });

export const META_SCHEMAS = {
  message: {
    oneOf: [
      message('text', { text: object(['body'], { body: text(4096), preview_url: { type: 'boolean' } }) }),
      message('template', {
        template: object(['name', 'language'], {
          name: text(512),
          language: object(['policy', 'code'], { policy: word('deterministic'), code: text(16) }),
          components: { type: 'array', items: component },
        }),
      }),
      message('image', { image: media(caption) }),
      message('video', { video: media(caption) }),
      message('audio', { audio: media() }),
      message('document', { document: media({ ...caption, filename: text(240) }) }),
      message('interactive', {
        interactive: object(['type', 'action'], {
          type: word('button', 'list', 'product', 'product_list', 'catalog_message', 'flow', 'cta_url'),
          header: { type: 'object', required: ['type'] },
          body: object(['text'], { text: text(1024) }),
          footer: object(['text'], { text: text(60) }),
          action: { type: 'object' },
        }),
      }),
    ],
  },
  sent: object(['messaging_product', 'contacts', 'messages'], {
    messaging_product: word('whatsapp'),
    contacts: parameters(object(['input', 'wa_id'], { input: text(), wa_id: text() })),
    messages: parameters(
      object(['id'], {
        id: { type: 'string', pattern: '^wamid\\.' },
        message_status: word('accepted', 'held_for_quality_assessment', 'paused'),
      }),
    ),
  }),
  error: object(['error'], {
    error: object(['message', 'type', 'code'], {
      message: text(),
      type: text(),
      code: { type: 'integer' },
      error_subcode: { type: 'integer' },
      error_data: object(['messaging_product', 'details'], { messaging_product: word('whatsapp'), details: text() }),
      fbtrace_id: text(),
    }),
  }),
  profile: object(['messaging_product'], {
    messaging_product: word('whatsapp'),
    about: text(139),
    profile_picture_handle: text(),
  }),
  success: object(['success'], { success: { type: 'boolean' } }),
  upload: object(['id'], { id: { type: 'string', pattern: '^upload:' } }),
  handle: object(['h'], { h: text() }),
  media: object(['id'], { id: text() }),
  number: object(['id'], {
    id: text(),
    verified_name: text(),
    quality_rating: word('GREEN', 'YELLOW', 'RED', 'NA', 'UNKNOWN'),
    status: text(),
    messaging_limit_tier: text(),
  }),
  template: object(['name', 'language', 'category', 'components'], {
    name: { type: 'string', pattern: '^[a-z0-9_]{1,512}$' },
    language: text(16),
    category: word('AUTHENTICATION', 'MARKETING', 'UTILITY'),
    components: { type: 'array', minItems: 1, items: { type: 'object', required: ['type'] } },
  }),
  templateMade: object(['id', 'status', 'category'], { id: text(), status: text(), category: text() }),
  templates: object(['data'], {
    data: {
      type: 'array',
      items: { type: 'object', required: ['id', 'name', 'language', 'status', 'category', 'components'] },
    },
    paging: { type: 'object', properties: { cursors: { type: 'object' }, next: { type: 'string' } } },
  }),
} as const;
