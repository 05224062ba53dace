/** The most common passwords of ten characters, with which every guesser begins. */
const COMMON = new Set(
  [
    '1234567890 12345678910 123456789a 1234567891 0123456789 0987654321 9876543210 1111111111 0000000000 1212121212',
    '1q2w3e4r5t 1q2w3e4r5t6y qwertyuiop qwertyuiop123 qwerty1234 qwerty12345 qwerty123456 1qaz2wsx3edc zaq12wsxcde3',
    'qazwsxedcrfv asdfghjkl1 asdfghjkl; q1w2e3r4t5 q1w2e3r4t5y6 abcdefghij abcdefghijk abcd123456 abc1234567',
    'password12 password123 password1234 password12345 password123456 passw0rd12 passw0rd123 p@ssw0rd12 p@ssw0rd123',
    'password!1 mypassword mypassword1 passwordpassword changeme123 changeme1234 letmein123 letmein1234 welcome123',
    'welcome1234 welcome2024 welcome2025 welcome2026 iloveyou12 iloveyou123 iloveyou1234 administrator admin12345',
    'admin123456 adminadmin admin@1234 administrador root123456 superman123 batman1234 football123 baseball123',
    'basketball dragon1234 monkey1234 sunshine12 sunshine123 princess12 princess123 pokemon123 michael123 charlie123',
    'jennifer12 jennifer123 liverpool1 liverpool123 manchester chocolate1 chocolate123 computer12 computer123',
    'internet12 internet123 trustno1234 whatever12 whatever123 starwars12 starwars123 summer2024 summer2025 summer2026',
    'winter2024 winter2025 winter2026 spring2025 spring2026 secret1234 secretsecret test123456 testtest12 testtesttest',
    'contraseña contrasena1 contrasena123 hola123456 teamo12345 barcelona1 barcelona123 realmadrid realmadrid1',
    'passwort123 hallo12345 schalke04123 motdepasse motdepasse1 azertyuiop azerty1234 azerty12345 bonjour123',
    'aaaaaaaaaa asdfasdfasdf asdasdasdasd qweqweqwe1 qweasdzxc1 qweasdzxc123 zxcvbnm123 zxcvbnm1234 a123456789',
    'a1b2c3d4e5 a1b2c3d4e5f6 leadautomation leadautomationservice',
  ]
    .join(' ')
    .split(' '),
);

/** Describes what is wrong with a new password of a good length; undefined where nothing is. */
export function weaknessOf(password: string, email: string): string | undefined {
  const plain = password.trim().toLowerCase();
  if (COMMON.has(plain) || new Set(plain).size < 3)
    return 'This password is among the most common ones. Choose another password.';
  return plain === email.toLowerCase() ? 'The password must differ from the email address.' : undefined;
}
