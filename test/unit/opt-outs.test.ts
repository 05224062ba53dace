import { describe, expect, it } from '@jest/globals';
import { optOutChannel, readOptOut } from '../../domain/imports/opt-outs.js';
import { importText } from '../support/csv.js';

const consentsOf = async (header: string, cell: string) => {
  const { plans } = await importText(`First name,${header}\nAna,"${cell}"\n`);
  const [plan] = plans;
  return plan?.kind === 'lead' ? (plan.lead.consent ?? {}) : plan;
};

describe('opt-out columns', () => {
  it.each([
    ['Email Opt Out', 'email'],
    ['HasOptedOutOfEmail', 'email'],
    ['Do Not Call', 'call'],
    ['DoNotCall', 'call'],
    ['et4ae5__HasOptedOutOfMobile__c', 'sms'],
    ['hs_email_optout', 'email'],
    ['hs_email_optout_48127', 'email'],
    ['Unsubscribed from all email', 'email'],
    ['Opted out of email: Marketing Information', 'email'],
    ['Opted out of email: One to One', 'email'],
    ['Opted out of email: Mobile news', 'email'],
    ['UNSUB_TIME', 'email'],
    ['CLEAN_TIME', 'email'],
    ['doNotEmail', 'email'],
    ['donotbulkemail', 'email'],
    ['Do not allow Phone Calls', 'call'],
    ['donotphone', 'call'],
    ['SMS Opt Out', 'sms'],
    ['Unsubscribed Time', 'email'],
    ['EMAIL_BLACKLISTED', 'email'],
    ['SMS_BLACKLISTED', 'sms'],
    ['WhatsApp opt-out', 'whatsapp'],
    ['Email Suppressions', 'email'],
    ['Unsubscribed from Emails', 'email'],
    ['unsubscribed_from_emails', 'email'],
    ['Marked email as spam', 'email'],
    ['Unsubscribed', 'email'],
    ['Do Not Email', 'email'],
    ['EMAIL_OPTED_OUT', 'email'],
    ['Opted Out', 'all'],
    ['Do Not Contact', 'all'],
    ['DNC', 'all'],
    ['Black Listed', 'all'],
    ['Newsletter abgemeldet', 'email'],
    ['Werbesperre', 'all'],
    ['Nicht anrufen', 'call'],
    ['No llamar', 'call'],
    ['Baja newsletter', 'email'],
    ['Désabonné', 'email'],
    ['Ne pas appeler', 'call'],
    ['Descadastrado', 'email'],
    ['Email Opt In', undefined],
    ['OPTIN_TIME', undefined],
    ['Fax Opt Out', undefined],
    ['HasOptedOutOfFax', undefined],
    ['Unsubscribe link', undefined],
    ['UNSUB_CAMPAIGN_TITLE', undefined],
    ['UNSUB_REASON', undefined],
    ['Email', undefined],
    ['Notes', undefined],
    ['Call notes', undefined],
  ])('take %s for opt-outs of %s', (header, channel) => expect(optOutChannel(header)).toBe(channel));

  it.each([
    ...['1', '1.0', 'true', 'TRUE', 'yes', 'Y', 'x', 'ja', 'sí', 'WAHR', 'VRAI', 'VERDADERO', 'oui', 'да', '✓', '-1'],
    ...['Unsubscribed', 'UNSUBSCRIBED', 'opted_out', 'Opted out', 'cleaned', 'Do Not Allow', 'abgemeldet'],
  ])('read %j as a yes', (text) => expect(readOptOut(text)).toBe('opted_out'));

  it.each([
    ...['', '0', '0.0', 'false', 'FALSCH', 'FAUX', 'no', 'nein', 'não', '-', 'N/A', 'NULL', '[]'],
    ...['Subscribed', 'Allow', 'Active', 'NEVER_SUBSCRIBED', 'Not opted out', 'opted_in'],
  ])('read %j as saying nothing', (text) => expect(readOptOut(text)).toBe('not_said'));

  it.each([
    ['Unsubscribed', '', {}],
    ['Unsubscribed', '0', {}],
    ['Unsubscribed', '2026-11-27 10:00', { email: 'opted_out' }],
    ['Do Not Contact', 'yes', { email: 'opted_out', whatsapp: 'opted_out', call: 'opted_out', sms: 'opted_out' }],
    ['Marketing status', 'Unsubscribed', { email: 'opted_out' }],
    ['Marketing status', 'Subscribed', {}],
    ['SMS Marketing Consent', 'UNSUBSCRIBED', { sms: 'opted_out' }],
    ['Status', 'cleaned', { email: 'opted_out' }],
    ['Lead Status', 'New', {}],
    [
      'Lead Status',
      'Do Not Contact',
      { email: 'opted_out', whatsapp: 'opted_out', call: 'opted_out', sms: 'opted_out' },
    ],
    ['Notes', 'unsubscribed', {}],
  ])('of %s with %j fill the consents %j', async (header, cell, consents) => {
    expect(await consentsOf(header, cell)).toEqual(consents);
  });

  it('count a cell that is neither yes nor no as an opt-out, with a warning', async () => {
    const { plans } = await importText('First name,Email opt out\nAna,rang us in May\n');
    expect(plans).toMatchObject([
      { lead: { consent: { email: 'opted_out' } }, warnings: [{ code: 'UNCLEAR_OPT_OUT' }] },
    ]);
  });

  it('keep the other words of a status column as metadata', async () => {
    const { plans } = await importText('First name,Lead status\nAna,Qualified\nBo,Unsubscribed\n');
    expect(plans).toMatchObject([
      { lead: { metadata: { lead_status: 'Qualified' } }, warnings: [] },
      { lead: { consent: { email: 'opted_out' }, metadata: { lead_status: 'Unsubscribed' } } },
    ]);
    expect(plans[0]).not.toHaveProperty('lead.consent');
  });
});
