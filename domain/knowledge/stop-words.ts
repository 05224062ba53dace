/** The languages whose words are brought to their stems. */
export const STEMMED = ['en', 'es', 'pt', 'fr', 'de', 'it', 'ar'] as const;
export type StemLanguage = (typeof STEMMED)[number];

/** Words that say little of what a text is about, as the tokenizer folds them. */
const WORDS: Record<StemLanguage, string> = {
  en:
    'a about after all also am an and any are as at be been before but by can could did do does doing don for from get ' +
    'had has have having he her here him his how i if in into is it its just like ll may me might more most much must my ' +
    'no not of on one only or other our out over please re shall she should so some such than thanks that the their them ' +
    'then there these they this those to too up us ve very was we were what when where which while who whom whose why ' +
    'will with would yes you your tell know want need many long',
  es:
    'a al algo algun alguna ante antes aqui asi aun bien como con cual cuales cuando cuanta cuantas cuanto cuantos de ' +
    'del desde donde dos e el ella ellas ellos en entre era eran es esa ese eso esta estan estas este esto estos fue ' +
    'gracias ha hace hacen hacer hay han hasta hola la las le les lo los mas me mi mis muy nada ni no nos nosotros o os ' +
    'otra otro para pero por porque puede pueden puedo que quien quiero saber se sea ser si sin sobre son soy su sus ' +
    'tambien te teneis tengo tiene tienen todo todos tu tus un una unas uno unos usted ustedes y ya yo tarda',
  pt:
    'a ao aos as ate com como da das de dela dele do dos e ela elas ele eles em entre era essa esse esta estao estas ' +
    'este estes eu foi gostaria ha isso isto ja la lhe mais mas me mesmo meu meus minha minhas muito na nao nas nem no ' +
    'nos o obrigado obrigada ola os ou para pela pelas pelo pelos pode podem posso por porque qual quais quando quanta ' +
    'quantas quanto quantos que quem quero saber se sem ser sao seu seus so sobre sua suas tambem te tem tenho ter todo ' +
    'todos um uma umas uns voce voces faz fazem',
  fr:
    'a ai alors au aux avec avez avoir avons bonjour c ca ce ceci cela celle celui ces cet cette chez comme comment ' +
    'combien d dans de des deux donc dont du elle elles en entre es est et etes etre eux fait faire faut il ils j je l ' +
    'la le les leur leurs lui m ma mais me meme mes merci moi mon n ne ni nos notre nous on ont ou par pas peut peuvent ' +
    'peux plus pour pourquoi puis qu quand que quel quelle quelles quels qui quoi s sa sans savoir se ses si son sont ' +
    'sous sur t ta te tes toi ton tous tout toute toutes tres tu un une vos votre voudrais vous y',
  de:
    'aber als also am an auch auf aus bei beim bin bis bist bitte da damit dann das dass dein deine dem den denn der des ' +
    'die dies diese diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines er es etwas euch fur ' +
    'gibt habe haben hallo hat hatte ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jede jeder jetzt kann ' +
    'kein keine konnen konnte lange machen man mehr mein meine mich mir mit mochte muss mussen nach nicht noch nun nur ob ' +
    'oder ohne sehr sein seine sich sie sind so soll uber um und uns unser unsere unter viel viele vom von vor wann war ' +
    'warum was welche welchem welchen welcher welches wenn wer werden wie wieviel will wir wird wo wollen wurde zu zum zur',
  it:
    'a abbiamo ad ai al alla alle allo anche avete avere c che chi ci ciao come con cosa cui d da dai dal dalla dalle dei ' +
    'del dell della delle dello di dove due e ed era essere fa fanno grazie ha hai hanno ho i il in io l la le lei li lo ' +
    'loro lui ma mi mia mie miei mio molto ne nei nel nell nella nelle noi non nostra nostro o ogni per perche piu posso ' +
    'possono puo qual quale quali quando quanta quante quanti quanto quella quello questa questo quindi s sapere se sei ' +
    'senza si sia sono sta su sua sue sui sul sull sulla suo suoi te ti tra tu tua tuo tutti tutto un una uno vi voi ' +
    'vorrei vostra vostro',
  ar:
    'ان انا انت انتم او اي الي اين ايضا بعد بين تكون تم ثم حتي حول خلال ذلك علي عليها عليه عن عند عندكم عندي فقط في فيه ' +
    'فيها قبل قد كان كانت كل كم كما كيف لا لكم لكن لم لن له لها لي ليس ما ماذا متي مثل مع من منها منه نحن نعم هذا هذه هل ' +
    'هم هناك هنا هو هي و وهل يا يكون يمكن يمكنني هي لدي لديكم اريد التي الذي',
};

const SETS = new Map<string, ReadonlySet<string>>(
  Object.entries(WORDS).map(([language, words]) => [language, new Set(words.split(' '))]),
);

/** Returns whether a folded word says little in a language; in one that isn't known, no word does. */
export const isStopWord = (word: string, language: string | null): boolean =>
  language !== null && (SETS.get(language)?.has(word) ?? false);

/** Counts in how far folded words are common ones of each language, the language with most of them first. */
export const commonWords = (words: readonly string[]): { language: StemLanguage; hits: number }[] =>
  STEMMED.map((language) => ({ language, hits: words.filter((word) => isStopWord(word, language)).length })).sort(
    (a, b) => b.hits - a.hits,
  );
