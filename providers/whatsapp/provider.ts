import type { WhatsAppComponent, WhatsAppInteractive, WhatsAppMedia } from '../../schemas/channels/whatsapp-content.js';
import type { SendOutcome } from '../outcome.js';

/** The content of a WhatsApp message, in one of the types of Meta's API. */
export type WhatsAppContent =
  | { type: 'text'; text: string }
  | {
      type: 'template';
      name: string;
      language: string;
      /** The provider's own id of the template. */
      providerId: string | null;
      components: WhatsAppComponent[];
      /** The same words by the names of their places. */
      values: Record<string, string>;
      text: string;
    }
  /** A file: by `link`, which WhatsApp fetches, or by the `id` of an upload. */
  | { type: 'media'; media: WhatsAppMedia }
  | { type: 'interactive'; interactive: WhatsAppInteractive; text: string };

/** One WhatsApp message as it goes out. */
export interface OutgoingWhatsApp {
  /** Our message id; it travels along and comes back with every status. */
  messageId: string;
  accountId: string;
  /** The number it comes from, E.164. */
  from: string;
  /** The number it goes to, E.164, or the user ID of a person who hides theirs. */
  to: string;
  content: WhatsAppContent;
  /** The provider's id of the message it answers. */
  inReplyTo?: string | null;
}

/** A template as the provider knows it. */
export interface ProviderTemplate {
  id: string;
  name: string;
  language: string;
  category: string;
  status: 'APPROVED' | 'PENDING' | 'REJECTED';
  components: Record<string, unknown>[];
  /** The reason why it was rejected, where the provider says so. */
  reason: string | null;
}

/** A template that is handed to the provider for approval. */
export type TemplateDraft = Pick<ProviderTemplate, 'name' | 'language' | 'category' | 'components'>;

/** The provider's data about a number. */
export interface NumberState {
  displayName: string | null;
  qualityRating: 'GREEN' | 'YELLOW' | 'RED' | 'UNKNOWN';
  status: 'pending' | 'connected' | 'flagged' | 'restricted' | 'disconnected';
  messagingLimit: string | null;
  /** Messages a second that the provider takes; null where it doesn't say. */
  throughputPerSecond: number | null;
  /** The profile text of the number; undefined if it couldn't be read. */
  about?: string | null;
}

/** An answer to a request that sends nothing: refusals and silence are answers, not exceptions. */
export type ProviderAnswer<T> =
  | { ok: true; value: T }
  | { ok: false; kind: 'unreachable' | 'timeout'; code: string; message: string }
  /** `forNow`: it says nothing of what was asked; the same may be taken later. */
  | { ok: false; kind: 'refused'; code: string; message: string; forNow?: boolean };

/** A file that came with a message: where it is fetched and with which headers, or its bytes. */
export type ProviderFile = { mimeType: string | null; size: number | null } & (
  | { url: string; headers: Record<string, string> }
  | { bytes: Buffer }
);

/** Sends WhatsApp messages. `send` returns an outcome for everything that happens outside and never throws for it. */
export interface WhatsAppProvider {
  /** Nothing leaves after `endsAt` (Unix milliseconds). */
  send(message: OutgoingWhatsApp, endsAt: number): Promise<SendOutcome>;
  /** All templates of the number's business account. */
  listTemplates(): Promise<ProviderAnswer<ProviderTemplate[]>>;
  /** Hands a template in; answers its id and first status. */
  submitTemplate(draft: TemplateDraft): Promise<ProviderAnswer<Pick<ProviderTemplate, 'id' | 'status'>>>;
  /** Reads the state of the number. */
  readNumber(): Promise<ProviderAnswer<NumberState>>;
  /** Keeps a file for later messages; answers the id to send it by. */
  uploadMedia(file: { bytes: Buffer; contentType: string }): Promise<ProviderAnswer<{ id: string }>>;
  /** Returns a temporary address of a received file. The address comes from the provider, so guard requests to it. */
  findMedia(id: string): Promise<ProviderAnswer<ProviderFile>>;
  /** Replaces the profile picture, which was fetched from `url`, until `endsAt` (Unix milliseconds). */
  setPhoto(image: { bytes: Buffer; contentType: string; url: string }, endsAt: number): Promise<ProviderAnswer<null>>;
  close(): Promise<void>;
}
