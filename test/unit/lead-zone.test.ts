import { describe, expect, it } from '@jest/globals';
import { isZone, leadZone } from '../../domain/leads/lead-zone.js';
import { COUNTRY_ZONES } from '../../domain/time/country-zones.js';

describe('a lead’s zone', () => {
  it('is its own, else that of its phone’s country, else the agent’s', () => {
    expect(leadZone({ timezone: 'Asia/Tokyo', phone: '+34600111222' }, 'UTC')).toBe('Asia/Tokyo');
    expect(leadZone({ timezone: null, phone: '+4915112345678' }, 'UTC')).toBe('Europe/Berlin');
    expect(leadZone({ timezone: 'Not/A_Zone', phone: '+33612345678' }, 'UTC')).toBe('Europe/Paris');
    expect(leadZone({ timezone: null, phone: null }, 'America/Lima')).toBe('America/Lima');
  });

  it('is not guessed for countries with several clocks', () => {
    expect(leadZone({ timezone: null, phone: '+12025550123' }, 'UTC')).toBe('UTC');
    expect(leadZone({ timezone: null, phone: '+34600111222' }, 'UTC')).toBe('UTC');
  });

  it('names only zones that exist', () => {
    for (const zone of COUNTRY_ZONES.values()) expect([zone, isZone(zone)]).toEqual([zone, true]);
    expect(COUNTRY_ZONES.size).toBeGreaterThan(200);
    expect(isZone('+02:00')).toBe(false);
    expect(isZone('Mars/Olympus')).toBe(false);
  });
});
