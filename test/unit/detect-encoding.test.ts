import { describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import { guessEncoding } from '../../domain/imports/detect-encoding.js';
import { readCsv } from '../support/csv.js';

describe('the encoding of a file that is not UTF-8', () => {
  it.each([
    ['windows-1252', 'José Muñoz;Peña\nFrançois;Hélène'],
    ['windows-1252', 'Müller;Köln;Straße'],
    ['windows-1252', 'João;Conceição;São Paulo'],
    ['windows-1252', 'Søren;Ærøskøbing;Åse'],
    ['iso-8859-15', 'José;Muñoz'],
    ['windows-1250', 'Łukasz;Wójcik;Żółta Łódź'],
    ['windows-1250', 'Dvořák;Plzeň;Žižkov'],
    ['iso-8859-2', 'Łukasz;Wójcik;Żółta Łódź'],
    ['iso-8859-2', 'Šárka;Žižkov;Třebíč'],
    ['windows-1254', 'Şükrü;Çağlar;Işık;İstanbul'],
    ['windows-1251', 'Иван;Петров;Москва'],
    ['koi8-r', 'Иван;Петров;Москва'],
    ['cp866', 'Иван;Петров;Москва'],
    ['windows-1253', 'Γιώργος;Παπαδόπουλος;Αθήνα'],
    ['windows-1255', 'דוד;כהן;תל אביב'],
    ['windows-1256', 'محمد;أحمد;القاهرة'],
    ['cp850', 'José;Muñoz'],
    ['cp850', 'Müller;Köln;Straße'],
    ['cp850', 'João;São'],
    ['cp852', 'Łukasz;Wójcik;Żółta Łódź'],
    ['cp437', 'José;Muñoz'],
    ['macintosh', 'José;Muñoz'],
    ['macintosh', 'François'],
    ['shift_jis', '山田;太郎;東京都\n株式会社テスト;さくら'],
    ['gb18030', '王;小明;北京市朝阳区'],
    ['big5', '陳;大文;台北市\n林志玲;高雄'],
    ['euc-kr', '김;민수;서울특별시'],
  ])('is found for %s with %j', (encoding, text) => {
    const bytes = iconv.encode(`First name;Last name;City\nBob;Smith;Leeds\n${text}\n`, encoding);
    expect(iconv.decode(bytes, guessEncoding(bytes))).toBe(iconv.decode(bytes, encoding));
  });

  it('is a guess, and the one that is given is none', async () => {
    const bytes = iconv.encode('Imię;Miasto\nŁukasz;Łódź\n', 'windows-1250');
    const guessed = await readCsv(bytes, 3);
    expect([guessed.encoding, guessed.rows[0]?.cells]).toEqual([
      { name: 'windows-1250', certain: false },
      ['Łukasz', 'Łódź'],
    ]);
    const given = await readCsv(bytes, 3, 'windows-1252');
    expect([given.encoding, given.rows[0]?.cells]).toEqual([
      { name: 'windows-1252', certain: true },
      ['£ukasz', '£ódŸ'],
    ]);
  });

  it('is guessed behind a beginning of plain ASCII', async () => {
    const bytes = iconv.encode(`Name\n${'Bob\n'.repeat(20_000)}Łukasz\nŻółć\n`, 'windows-1250');
    const { encoding, rows } = await readCsv(bytes, 16_384);
    expect(rows.slice(-2).map(({ cells }) => cells)).toEqual([['Łukasz'], ['Żółć']]);
    expect(encoding).toEqual({ name: 'windows-1250', certain: false });
  });
});
