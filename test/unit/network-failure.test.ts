import { describe, expect, it } from '@jest/globals';
import { explainFailure, failureCode } from '../../runtime/network-failure.js';

describe('a server that can’t be reached', () => {
  it.each([
    ['ENOTFOUND', "The provider's host can't be resolved (ENOTFOUND). Check the URL."],
    ['ECONNREFUSED', 'The provider refused the connection (ECONNREFUSED). Check the URL and the port.'],
    ['UND_ERR_CONNECT_TIMEOUT', "The provider didn't respond in time (UND_ERR_CONNECT_TIMEOUT). Try again later."],
    ['CERT_HAS_EXPIRED', "The provider's certificate has expired (CERT_HAS_EXPIRED). Renew it."],
    ['EODD', "The provider couldn't be reached (EODD)."],
    ['constructor', "The provider couldn't be reached (constructor)."],
  ])('is explained by its code %s', (code, message) => {
    expect(explainFailure('The provider', code)).toBe(message);
  });

  it('names the address as it is called where it is set', () => {
    expect(explainFailure('The mail server', 'ENOTFOUND', 'host')).toMatch(/Check the host\.$/);
  });

  it('has the code of its deepest cause', () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    expect(failureCode(new TypeError('fetch failed', { cause: new AggregateError([refused]) }))).toBe('ECONNREFUSED');
    expect(failureCode(new RangeError('odd'))).toBe('RangeError');
  });
});
