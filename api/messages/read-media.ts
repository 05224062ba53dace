import { findWhatsAppNumber } from '../../db/channels/whatsapp-numbers.js';
import { findMessage } from '../../db/messages/messages.js';
import { createWhatsAppProviders } from '../../providers/whatsapp/index.js';
import type { ProviderAnswer, ProviderFile, WhatsAppProvider } from '../../providers/whatsapp/provider.js';
import { secretsOf } from '../../runtime/config.js';
import { createSafeFetch, type SafeFetch, SafeFetchError } from '../../runtime/safe-fetch.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { getMessageMediaContract, MEDIA_MAX_BYTES, MEDIA_MS } from '../../schemas/messages/messages.js';
import { providerAddresses, whatsAppConfigOf } from '../../services/channels/whatsapp-numbers.js';
import { messageDetails } from '../../services/messages/message-details.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';

/** The part of a media type that is sent to the browser: the type without parameters. */
const MIME = /^[a-z0-9][a-z0-9.+-]{0,60}\/[a-z0-9][a-z0-9.+-]{0,60}/i;
const UNKNOWN_TYPE = 'application/octet-stream';

/**
 * Fetches the file of a WhatsApp message from where the provider keeps it; nothing of it is stored here. It is handed
 * on as a download, so that whatever a stranger sent is never shown as a page of ours.
 */
export const getMessageMediaRoute = ({ config, db: pool, images }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  const providers = createWhatsAppProviders(pool, providerAddresses(config));
  const fetchFile = images ?? createSafeFetch();
  return route(getMessageMediaContract).handle(async ({ account, db, params }) => {
    const endsAt = Date.now() + MEDIA_MS;
    const message = found(
      await findMessage(db, account.id, pathId(params.id, 'MESSAGE_NOT_FOUND')),
      'MESSAGE_NOT_FOUND',
    );
    const [file] = messageDetails(message).attachments;
    if (message.channel !== 'whatsapp' || !file?.id) throw new ApiError('MEDIA_NOT_FOUND');
    const number = message.sender_id === null ? undefined : await findWhatsAppNumber(db, account.id, message.sender_id);
    let provider: WhatsAppProvider;
    try {
      if (!number) throw new Error('The number no longer exists.');
      provider = providers.for(whatsAppConfigOf(number, box));
    } catch {
      const words = 'The WhatsApp number of the message no longer exists, or has no access token.';
      throw new ApiError('CHANNEL_NOT_CONFIGURED', { message: words, field: '' });
    }
    const media = fileOf(await provider.findMedia(file.id), number?.provider);
    if (media.size !== null && media.size > MEDIA_MAX_BYTES) throw new ApiError('MEDIA_TOO_LARGE');
    const bytes = await download(fetchFile, media, number?.provider ?? 'whatsapp', endsAt - Date.now());
    const name = encodeURIComponent(file.file_name ?? `${message.id}`).slice(0, 300);
    return {
      status: 200,
      body: bytes,
      headers: {
        'Content-Type': MIME.exec(media.mimeType ?? file.mime_type ?? '')?.[0] ?? UNKNOWN_TYPE,
        'Content-Disposition': `attachment; filename*=UTF-8''${name}`,
        'Content-Length': String(bytes.length),
        'Cache-Control': 'private, no-store',
        'X-Content-Type-Options': 'nosniff',
      },
    };
  });
};

/** Provider codes of a file that Meta no longer has or Twilio never had: an unknown or inaccessible ID. */
const NOT_FOUND_CODES = ['100', '10', '131052', 'no_such_file'];

function fileOf(answer: ProviderAnswer<ProviderFile>, provider = 'whatsapp'): ProviderFile {
  if (answer.ok) return answer.value;
  const details = { provider, provider_code: answer.code, provider_message: answer.message };
  if (answer.kind === 'timeout') throw new ApiError('PROVIDER_TIMEOUT', { details });
  if (NOT_FOUND_CODES.includes(answer.code)) throw new ApiError('MEDIA_NOT_FOUND', { details });
  throw new ApiError('PROVIDER_ERROR', { message: `The provider refused the file: ${answer.message}`, details });
}

async function download(
  fetchFile: SafeFetch,
  file: ProviderFile,
  provider: string,
  timeoutMs: number,
): Promise<Buffer> {
  if ('bytes' in file) return file.bytes;
  const { url, headers } = file;
  const limits = { maxBytes: MEDIA_MAX_BYTES, timeoutMs: Math.max(timeoutMs, 1), maxRedirects: 2 };
  const answer = await fetchFile(url, { ...limits, headers }).catch((error: unknown) => {
    if (!(error instanceof SafeFetchError)) throw error;
    if (error.code === 'TOO_LARGE') throw new ApiError('MEDIA_TOO_LARGE');
    if (error.code === 'TIMEOUT') throw new ApiError('PROVIDER_TIMEOUT');
    throw new ApiError('PROVIDER_ERROR', { message: `The file could not be fetched: ${error.message}` });
  });
  if (answer.status === 404 || answer.status === 410) throw new ApiError('MEDIA_NOT_FOUND');
  if (answer.status !== 200) {
    const details = { provider, provider_code: `http_${answer.status}`, provider_message: null };
    throw new ApiError('PROVIDER_ERROR', { message: `The provider returned ${answer.status}.`, details });
  }
  return answer.body;
}
