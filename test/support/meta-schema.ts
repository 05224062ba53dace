/**
 * The requests and responses of Meta's Cloud API, as far as the service uses it, written after Meta's published
 * description (github.com/facebook/openapi, business-messaging-api_v23.0.yaml, commit a78a9df) and, where that
 * contradicts its own examples or is silent, after those and Meta's reference: `biz_opaque_callback_data` of messages,
 * `parameter_name`, links and places in interactive messages, uploads of pictures, the webhooks of templates and
 * numbers. Narrower than that document, which leaves most objects open: an invented field fails.
 * docs/decisions/0014-description-of-meta.md explains why it isn't that document itself.
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
    object(['type', 'currency'], {
      type: word('currency'),
      parameter_name: text(),
      currency: object(['fallback_value', 'code', 'amount_1000'], {
        fallback_value: text(),
        code: text(),
        amount_1000: { type: 'integer' },
      }),
    }),
    object(['type', 'date_time'], {
      type: word('date_time'),
      parameter_name: text(),
      date_time: object(['fallback_value'], { fallback_value: text() }),
    }),
    ...['image', 'video', 'document'].map((kind) => object(['type', kind], { type: word(kind), [kind]: media() })),
  ],
};
const buttonParameter = {
  oneOf: [
    object(['type', 'text'], { type: word('text'), text: text() }),
    object(['type', 'payload'], { type: word('payload'), payload: text() }),
    object(['type', 'coupon_code'], { type: word('coupon_code'), coupon_code: text() }),
    object(['type', 'action'], { type: word('action'), action: { type: 'object' } }),
  ],
};
const parameters = (items: object) => ({ type: 'array', minItems: 1, items });
const component = {
  oneOf: [
    object(['type', 'parameters'], { type: word('header'), parameters: parameters(parameter) }),
    object(['type', 'parameters'], { type: word('body'), parameters: parameters(parameter) }),
    object(['type', 'sub_type', 'index', 'parameters'], {
      type: word('button'),
      sub_type: word('quick_reply', 'url', 'copy_code', 'catalog', 'flow'),
      index: { type: 'string', pattern: '^[0-9]$' },
      parameters: parameters(buttonParameter),
    }),
  ],
};

const message = (type: string, properties: object) => ({
  // A message goes to a number or to a user ID.
  oneOf: [{ required: ['to'] }, { required: ['recipient'] }],
  ...object(['messaging_product', 'recipient_type', 'type', type], {
    messaging_product: word('whatsapp'),
    recipient_type: word('individual'),
    to: { type: 'string', pattern: '^[1-9][0-9]{6,14}$' },
    recipient: { type: 'string', pattern: '^[A-Z]{2}\\.(ENT\\.)?[A-Za-z0-9]{1,128}$' },
    type: word(type),
    context: object(['message_id'], { message_id: text() }),
    biz_opaque_callback_data: text(512),
    ...properties,
  }),
});

const headers = [
  object(['type', 'text'], { type: word('text'), text: text(60) }),
  object(['type', 'image'], { type: word('image'), image: media() }),
  object(['type', 'video'], { type: word('video'), video: media() }),
  object(['type', 'document'], { type: word('document'), document: media({ filename: text(240) }) }),
];
const interactive = (
  type: string,
  action: object,
  { body = 1024, header = { oneOf: headers } as object, needs = ['body'] } = {},
) =>
  object(['type', 'action', ...needs], {
    type: word(type),
    header,
    body: object(['text'], { text: text(body) }),
    footer: object(['text'], { text: text(60) }),
    action,
  });
const reply = object(['type', 'reply'], {
  type: word('reply'),
  reply: object(['id', 'title'], { id: text(256), title: text(20) }),
});
const section = object(['rows'], {
  title: text(24),
  rows: {
    type: 'array',
    minItems: 1,
    maxItems: 10,
    items: object(['id', 'title'], { id: text(200), title: text(24), description: text(72) }),
  },
});
const NO_HEADER = { not: {} };
/** By type; the last ones stand in the reference only, not in the description. */
const INTERACTIVE = [
  interactive('button', object(['buttons'], { buttons: { type: 'array', minItems: 1, maxItems: 3, items: reply } })),
  interactive(
    'list',
    object(['button', 'sections'], {
      button: text(20),
      sections: { type: 'array', minItems: 1, maxItems: 10, items: section },
    }),
    { body: 4096, header: headers[0] as object },
  ),
  interactive(
    'flow',
    object(['name', 'parameters'], {
      name: word('flow'),
      parameters: object(['flow_message_version', 'flow_cta'], {
        flow_message_version: word('3'),
        flow_cta: text(30),
        flow_id: text(),
        flow_name: text(),
        mode: word('draft', 'published'),
        flow_token: text(),
        flow_action: word('navigate', 'data_exchange'),
        flow_action_payload: { type: 'object' },
      }),
    }),
  ),
  interactive(
    'product',
    object(['catalog_id', 'product_retailer_id'], { catalog_id: text(), product_retailer_id: text() }),
    { header: NO_HEADER, needs: [] },
  ),
  interactive(
    'product_list',
    object(['catalog_id', 'sections'], {
      catalog_id: text(),
      sections: {
        type: 'array',
        minItems: 1,
        maxItems: 10,
        items: object(['product_items'], {
          title: text(24),
          product_items: {
            type: 'array',
            minItems: 1,
            maxItems: 30,
            items: object(['product_retailer_id'], { product_retailer_id: text() }),
          },
        }),
      },
    }),
    { header: headers[0] as object, needs: ['header', 'body'] },
  ),
  interactive(
    'catalog_message',
    object(['name'], {
      name: word('catalog_message'),
      parameters: object(['thumbnail_product_retailer_id'], { thumbnail_product_retailer_id: text() }),
    }),
    { header: NO_HEADER },
  ),
  interactive('cta_url', {
    ...object(['name', 'parameters'], {
      name: word('cta_url'),
      parameters: object(['display_text', 'url'], {
        display_text: text(20),
        url: { type: 'string', pattern: '^https?://' },
      }),
    }),
  }),
  interactive('location_request_message', object(['name'], { name: word('send_location') })),
];

const stamp = { type: 'string', pattern: '^[0-9]{10}$' };
const metadata = object(['display_phone_number', 'phone_number_id'], {
  display_phone_number: { type: 'string', pattern: '^[0-9]+$' },
  phone_number_id: text(),
});
const status = object(['id', 'status', 'timestamp', 'recipient_id'], {
  id: text(),
  status: word('sent', 'delivered', 'read', 'failed'),
  timestamp: stamp,
  recipient_id: text(),
  group_id: text(),
  biz_opaque_callback_data: text(512),
  conversation: object(['id'], {
    id: text(),
    expiration_timestamp: text(),
    origin: object(['type'], { type: text() }),
  }),
  pricing: object(['billable', 'pricing_model', 'category'], {
    billable: { type: 'boolean' },
    pricing_model: word('CBP', 'PMP'),
    category: text(),
    type: text(),
  }),
  errors: parameters(
    object(['code', 'title'], {
      code: { type: 'integer' },
      title: text(),
      message: text(),
      href: text(),
      error_data: object(['details'], { details: text() }),
    }),
  ),
});
const received = (type: string, part: object) =>
  object(['from', 'id', 'timestamp', 'type', type], {
    from: text(),
    id: text(),
    timestamp: stamp,
    type: word(type),
    [type]: part,
    context: { type: 'object' },
  });
const receivedFile = (required: string[] = [], more: object = {}) =>
  object(['mime_type', 'sha256', 'id', ...required], {
    mime_type: text(),
    sha256: text(),
    id: text(),
    url: text(),
    caption: text(),
    ...more,
  });
const picked = object(['id', 'title'], { id: text(), title: text(), description: text() });
const incoming = {
  oneOf: [
    received('text', object(['body'], { body: text() })),
    received('image', receivedFile()),
    received('video', receivedFile()),
    received('sticker', receivedFile([], { animated: { type: 'boolean' } })),
    received('audio', receivedFile(['voice'], { voice: { type: 'boolean' } })),
    received('document', receivedFile(['filename'], { filename: text() })),
    received('button', object(['text', 'payload'], { text: text(), payload: text() })),
    received('reaction', object(['message_id'], { message_id: text(), emoji: { type: 'string' } })),
    received('interactive', {
      oneOf: ['list_reply', 'button_reply'].map((type) => object(['type', type], { type: word(type), [type]: picked })),
    }),
  ],
};
const product = { messaging_product: word('whatsapp'), metadata };
const value = (field: string, shape: object) => object(['field', 'value'], { field: word(field), value: shape });
const change = {
  oneOf: [
    value(
      'messages',
      object(['messaging_product', 'metadata', 'contacts', 'messages'], {
        ...product,
        contacts: parameters(
          object(['profile', 'wa_id'], { profile: object(['name'], { name: text() }), wa_id: text() }),
        ),
        messages: parameters(incoming),
      }),
    ),
    value(
      'messages',
      object(['messaging_product', 'metadata', 'statuses'], { ...product, statuses: parameters(status) }),
    ),
    value(
      'message_template_status_update',
      object(['event', 'message_template_id', 'message_template_name', 'message_template_language'], {
        event: text(),
        message_template_id: { type: ['integer', 'string'] },
        message_template_name: text(),
        message_template_language: text(),
        reason: { type: ['string', 'null'] },
        message_template_category: text(),
        disable_info: { type: 'object' },
        other_info: { type: 'object' },
      }),
    ),
    value(
      'phone_number_quality_update',
      object(['display_phone_number', 'event'], {
        display_phone_number: text(),
        event: text(),
        current_limit: text(),
        old_limit: text(),
        max_daily_conversations_per_business: text(),
      }),
    ),
  ],
};

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
      message('sticker', { sticker: media() }),
      message('interactive', { interactive: { oneOf: INTERACTIVE } }),
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
      is_transient: { type: 'boolean' },
      error_data: object(['messaging_product', 'details'], { messaging_product: word('whatsapp'), details: text() }),
      fbtrace_id: text(),
    }),
  }),
  profiles: object(['data'], {
    data: parameters(object(['messaging_product'], { messaging_product: word('whatsapp'), about: text(139) })),
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
  mediaFile: object(['messaging_product', 'url', 'mime_type', 'sha256', 'file_size', 'id'], {
    messaging_product: word('whatsapp'),
    url: text(),
    mime_type: text(),
    sha256: text(),
    id: text(),
    file_size: { type: 'string', pattern: '^[0-9]+$' },
  }),
  webhook: object(['object', 'entry'], {
    object: word('whatsapp_business_account'),
    entry: parameters(
      object(['id', 'changes'], { id: text(), time: { type: 'integer' }, changes: parameters(change) }),
    ),
  }),
  number: object(['id'], {
    id: text(),
    verified_name: text(),
    quality_rating: word('GREEN', 'YELLOW', 'RED', 'NA', 'UNKNOWN'),
    status: text(),
    messaging_limit_tier: text(),
    throughput: object(['level'], { level: word('STANDARD', 'HIGH', 'NOT_APPLICABLE') }),
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
