import { findWhatsAppNumber, updateWhatsAppNumber } from '../../db/channels/whatsapp-numbers.js';
import type { WhatsAppNumberRow } from '../../db/tables.js';
import { readImage } from '../../domain/channels/image.js';
import { createWhatsAppProviders, type WhatsAppProviders } from '../../providers/whatsapp/index.js';
import type { ProviderAnswer, WhatsAppProvider } from '../../providers/whatsapp/provider.js';
import { secretsOf } from '../../runtime/config.js';
import { createSafeFetch, type SafeFetch, SafeFetchError } from '../../runtime/safe-fetch.js';
import { createSecretBox, type SecretBox } from '../../runtime/secret-box.js';
import { PHOTO_MS, setWhatsAppNumberPhotoContract } from '../../schemas/channels/whatsapp-numbers.js';
import type { ErrorCode } from '../../schemas/error-codes.js';
import { NEEDS_CREDENTIALS, providerAddresses, whatsAppConfigOf } from '../../services/channels/whatsapp-numbers.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';

const MAX_BYTES = 5 * 1024 * 1024;
const MIN_PIXELS = 192;
/** Of the whole, so that something is left for the upload. */
const FETCH_MS = 6_000;

export const setWhatsAppNumberPhotoRoute = ({ config, db: pool, images }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  const providers = createWhatsAppProviders(pool, providerAddresses(config));
  const fetchImage = images ?? createSafeFetch();
  return route(setWhatsAppNumberPhotoContract).handle(async ({ account, db, params, body, now }) => {
    const id = pathId(params.id, 'NUMBER_NOT_FOUND');
    const row = found(await findWhatsAppNumber(db, account.id, id), 'NUMBER_NOT_FOUND');
    const endsAt = Date.now() + PHOTO_MS;
    if (row.provider !== 'sandbox') {
      const provider = providerOf(providers, row, box);
      const image = await imageAt(fetchImage, body.image_url);
      refuseFailure(row.provider, await provider.setPhoto({ ...image, url: body.image_url }, endsAt));
    }
    const changes = { photo_url: body.image_url, photo_updated_at: now, updated_at: now };
    await updateWhatsAppNumber(db, id, changes);
    return { status: 200, body: { success: true, profile: { updated: true } } };
  });
};

function providerOf(providers: WhatsAppProviders, row: WhatsAppNumberRow, box: SecretBox): WhatsAppProvider {
  try {
    return providers.for(whatsAppConfigOf(row, box));
  } catch {
    throw new ApiError('CHANNEL_NOT_CONFIGURED', { message: NEEDS_CREDENTIALS, field: '' });
  }
}

const refuse = (code: ErrorCode, message?: string): never => {
  throw new ApiError(code, { field: '/image_url', ...(message === undefined ? {} : { message }) });
};

/** Fetches an image from a user's URL, with the guard against private addresses. */
async function imageAt(fetchImage: SafeFetch, url: string): Promise<{ bytes: Buffer; contentType: string }> {
  const answer = await fetchImage(url, { maxBytes: MAX_BYTES, timeoutMs: FETCH_MS }).catch((error: unknown) => {
    if (!(error instanceof SafeFetchError)) throw error;
    return refuse(error.code === 'TOO_LARGE' ? 'IMAGE_TOO_LARGE' : 'IMAGE_UNREACHABLE', error.message);
  });
  if (answer.status !== 200) refuse('IMAGE_UNREACHABLE', `The URL returned ${answer.status}.`);
  const image = readImage(answer.body);
  if (!image) return refuse('IMAGE_TYPE');
  if (image.width < MIN_PIXELS || image.height < MIN_PIXELS)
    refuse(
      'IMAGE_TYPE',
      `The image is ${image.width} × ${image.height} pixels. It must be at least ${MIN_PIXELS} × ${MIN_PIXELS}.`,
    );
  return { bytes: answer.body, contentType: image.contentType };
}

function refuseFailure(provider: string, answer: ProviderAnswer<null>): void {
  if (answer.ok) return;
  const details = { provider, provider_code: answer.code, provider_message: answer.message };
  if (answer.kind === 'timeout') throw new ApiError('PROVIDER_TIMEOUT', { details });
  throw new ApiError('PROVIDER_ERROR', { message: `The provider refused the photo: ${answer.message}`, details });
}
