import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { type StandIn, startStandIn } from './stand-in.js';

/** The key of a stand-in for Amazon SNS. */
const SNS_KEY = `-----BEGIN PRIVATE KEY-----
MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQCs3ImR5J01OwR+
2RAd26It39d2wEo8JqDvyy0vBv1maLKMWfpGj8QTWaJB4VuCQQ5wmQN/TBnzgavE
QLHMdNG1m8Un96OMyLFMWKvVGRANf4j7u4RtikC+B9sbwJdoaFyIA3f8ubIqH3r1
0Y5zJVJV7Uxm4s8SBPz4l6TEeHSVkY7S6WCm1I3bQ1jOyuKVJWKfiHHv3xKS6dTk
NqQ6UM7fcPn7gI1ClKh1ev0H9/ViLFpTvbRKtQnKweE1I8a2BKE1hVT6ZbItpR3p
Bt7lPb2wHyb3v3TN0JByspiKPVQZI6ApkTDGQXS8GKiZA1KDF+t+kzxPraPYW/b9
mR6riKTvAgMBAAECggEAAw3H9gAQJIjM+1S1K5URJQOHi4ogHza4Sldp9LyIRrV8
AG2PT1nQ2l3capK811NA5w2JxnqL5tJlCQvyvpLw9YCX/hNdtbbOv9nwYMzKWZxM
L9S2cgNd23DJSfc5qL2Kc1ixJCs/q4c82KtOe4t7crGR7PgxNYQWPmoN0VUmpVHF
t3YJQ6qBii/lSqlQvNGmMTuXOkP/VHTQer3sIUj6dYR2G0OxfCOuQpzidn6S61L8
EWG70UJaHpHIg0uFAandlSCvMohP0OtPGmD2Uh645XwtEqfkIhKD9GQVWDCu1r0m
k+TiO6HaZZXHuk/sDiq+jd/+ia0m3ppoC+Z19oU5OQKBgQDpMmfWzF0/NGffIcel
T+dxKm/j6eCrLqK2IiBCO+q/726JwlzCJGK5SugkRyJ2kiro8eiI7AstTvLPtDQk
ErwMvPvbzqHIZgVcKsJxnhKU1xlarbGStAQ850PVAYgEXEfACwHOBRV6rJZfDxAH
6TClRLbsmmfLaBiuUB7TIgwJ6wKBgQC9w8Le3op/il7ilFXYjDiLr1b7jGDXtAWk
UVJJlOfcl4oPtBOTQjL+43oneQJ3RewV5QnWdytNns9QxItGCoaGRvMXb+MOhXDJ
0QC+2Vs5my8+Pea0hCQOclm6fxsl2tf1Sq4ML9cFMi8UwweYrVxvb7vwLGL0ktPV
gCBsIfdsDQKBgQCll/+YzmJg4YvpLQmiYE1PVP1DcO7zYBh3EWCq5/VY+mMaPAS2
cDQStBiIumLEpCMIa8/eew+syuUtjR+BhjQ3L3QBsIe90IR54HtXRxKW0u/ULods
T5y6ytamSYIW5pikzKwpaf7IsAnP0thlZbf/g/4JodOW44KzNX3OG91EpQKBgQCr
gKc4AWyuhAHpSSKkyWW5aMh2I5LKn9qRfSWfdsJubU7LjnY6mpO4JSKbVhRSc5FA
4HUZrS4nwqWfW2J79LtL1AeTYP2WfCdJXmkMEykNUSFLYWqGLv7fR52snX+NoNGY
0NuoC/yKp6ZBX1oYNGXcGOGD2Lm+TIzC4j9rOu+AaQJ/TPVaIbTpl4iGo891Fw1F
kJgD3aPTWbWJSJnQuVd2cJa7wJxnMIPe8GIhsrM+qqqiPn7aRbOgObDfKCD8XCAk
myYQk6vrKXLaI+XRCro+yGRvFSTByL25gtWYOT1CQuBnPp8tDr58Zt5Nj5GUKtb7
OWLbFxiA0PwC0vfRMsO80g==
-----END PRIVATE KEY-----
`;
/** Its certificate, which is valid from 2020 to 2120. */
const SNS_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIICrjCCAZYCAQEwDQYJKoZIhvcNAQELBQAwHDEaMBgGA1UEAwwRc25zLmFtYXpv
bmF3cy5jb20wIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBwxGjAY
BgNVBAMMEXNucy5hbWF6b25hd3MuY29tMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A
MIIBCgKCAQEArNyJkeSdNTsEftkQHduiLd/XdsBKPCag78stLwb9ZmiyjFn6Ro/E
E1miQeFbgkEOcJkDf0wZ84GrxECxzHTRtZvFJ/ejjMixTFir1RkQDX+I+7uEbYpA
vgfbG8CXaGhciAN3/LmyKh969dGOcyVSVe1MZuLPEgT8+JekxHh0lZGO0ulgptSN
20NYzsrilSVin4hx798SkunU5DakOlDO33D5+4CNQpSodXr9B/f1YixaU720SrUJ
ysHhNSPGtgShNYVU+mWyLaUd6Qbe5T29sB8m9790zdCQcrKYij1UGSOgKZEwxkF0
vBiomQNSgxfrfpM8T62j2Fv2/Zkeq4ik7wIDAQABMA0GCSqGSIb3DQEBCwUAA4IB
AQB7JT+6XWXJvqJ+i7HV1xXigNRND6qfBgHC/uejqAF1F1afZfgwGj8dPc3+yM1M
Aj7CyF9HnjE9xKpViyqUXZiN4dBI6nLwoRa7KItyfYhbUacTZSkQlnIGwCwloupM
R2+MHwlRNATqsfJhFphty7gShJ+LajnUSLr1pksKmBqfigDu/USF0gOJKfVoquNd
KTkbPpNSGbdOxCdOhm2m9X4f91EbyWwyOW+bl0vAkUPR8Hh3/oEu2OWlIb0QvWms
9XKKr86P5ho+8CLB0WfHluEZw2QZZcm30xEJwAAgW51sf3O+FaPTaMmGccgqwp8n
X8Uc/4fKijV1+Hr1KC1fAGIi
-----END CERTIFICATE-----
`;

export const SES_TOPIC = 'arn:aws:sns:eu-west-1:123456789012:ses-events';
export const CERTIFICATE_URL = 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem';

/** Starts a stand-in for SNS: it serves its certificate and confirms subscriptions. */
export const startSns = (port: number): Promise<StandIn> =>
  startStandIn(({ url, response }) => {
    if (url.pathname.endsWith('.pem')) return response.end(SNS_CERTIFICATE);
    return response
      .writeHead(url.searchParams.get('Token') === 'gone' ? 404 : 200)
      .end('<ConfirmSubscriptionResponse/>');
  }, port);

type Fields = Record<string, unknown>;

/** Signs a message as SNS does, whatever its fields say. */
export function snsMessage(fields: Fields, { digest = 'sha256', at = new Date() } = {}): Fields {
  const message: Fields = {
    Type: 'Notification',
    TopicArn: SES_TOPIC,
    Timestamp: at.toISOString(),
    SignatureVersion: digest === 'sha1' ? '1' : '2',
    SigningCertURL: CERTIFICATE_URL,
    ...fields,
  };
  const names = ['Message', 'MessageId', 'Subject', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
  const text = names.flatMap((name) => (message[name] === undefined ? [] : [`${name}\n${message[name]}\n`])).join('');
  return { ...message, Signature: sign(digest, Buffer.from(text), SNS_KEY).toString('base64') };
}

/** An event of SES about an email that left with our tag; `details` are those of its kind. */
export const sesEvent = (messageId: string, to: string, eventType: string, details: Fields = {}): Fields => ({
  eventType,
  mail: {
    timestamp: '2026-03-01T12:00:00.000Z',
    source: 'sales@example.com',
    messageId: '0102018fabcdef01-00000000-0000-0000-0000-000000000000-000000',
    destination: [to],
    headers: [{ name: 'Subject', value: 'Hello' }],
    tags: { 'las-message': [messageId], 'ses:configuration-set': ['events'] },
  },
  [`${eventType.slice(0, 1).toLowerCase()}${eventType.slice(1)}`]: {
    timestamp: '2026-03-01T12:00:05.000Z',
    ...details,
  },
});

const keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
/** SendGrid's verification key. */
export const SENDGRID_KEY = keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

/** The headers with which SendGrid signs a batch. */
export function sendGridHeaders(text: string, at: Date, key = keys.privateKey): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return {
    'X-Twilio-Email-Event-Webhook-Signature': sign('sha256', Buffer.from(timestamp + text), key).toString('base64'),
    'X-Twilio-Email-Event-Webhook-Timestamp': timestamp,
  };
}

/** One event of SendGrid's, about an email that left with our argument. */
export const sendGridEvent = (messageId: string, email: string, event: string, fields: Fields = {}): Fields => ({
  email,
  event,
  timestamp: 1_772_366_400,
  sg_event_id: `${event}-${messageId}`,
  sg_message_id: 'filter0001.1.ABC.0',
  'las-message': messageId,
  ...fields,
});

/** Mailgun's signature with a token. */
export function mailgunSigned(
  key: string,
  token: string,
  at: Date,
): Record<'timestamp' | 'token' | 'signature', string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return {
    timestamp,
    token,
    signature: createHmac('sha256', key)
      .update(timestamp + token)
      .digest('hex'),
  };
}

/** One event of Mailgun's, about an email that left with our variable. */
export const mailgunEvent = (messageId: string, recipient: string, event: string, fields: Fields = {}): Fields => ({
  'event-data': {
    id: `${event}-${messageId}`,
    event,
    timestamp: 1_772_366_400.25,
    recipient,
    message: { headers: { 'message-id': `${messageId}@example.com`, from: 'sales@example.com', subject: 'Hello' } },
    'user-variables': { 'las-message': messageId },
    ...fields,
  },
});

export const RESEND_SECRET = `whsec_${Buffer.from('a signing secret of resend').toString('base64')}`;

/** The headers with which Resend signs a request of this ID. */
export function resendHeaders(secret: string, id: string, text: string, at: Date): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64');
  return { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': `v1,${hmac}` };
}

/** One event of Resend's, with the headers of the email. */
export const resendEvent = (messageId: string, to: string, type: string, data: Fields = {}): Fields => ({
  type,
  created_at: '2026-03-01T12:00:05.000Z',
  data: {
    email_id: '56761188-7520-42d8-8898-ff6fc54ce618',
    created_at: '2026-03-01T12:00:00.000Z',
    from: 'sales@example.com',
    to: [to],
    subject: 'Hello',
    headers: [{ name: 'X-Message-Id', value: messageId }],
    ...data,
  },
});
