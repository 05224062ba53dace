/** Words that are in no name but in much else that is answered to a question for it, by language, folded. */
export const NOT_NAMES: readonly string[] = [
  // English
  'no nope nah not never none nothing nobody noone anonymous why what who where when how which because whatever later maybe',
  'fuck fucking fucker fck shit shitty bitch asshole ass idiot stupid moron dumb bastard cunt dick piss damn hell suck sucks wtf stfu',
  'you your yours yourself mind business secret private guess skip pass stop quit go away off leave shut up get lost me alone say tell telling said',
  'want wanna need prefer rather dont don cant can cannot wont would could should must have has had do does did i am im is are was',
  'the and but or if of to for with this that these those it its just only really please thanks thank thx ok okay yes yeah sure hi',
  'hello hey good morning afternoon evening appointment price cost information info help question test testing asdf qwerty name',
  'first second last user customer client visitor human person bot robot here there my we they them all any some more less first_name',
  'again everyone everybody folks guys team everything anything something someone anyone',
  'care know idea clue dunno idk lol haha sorry wait moment free interested looking thinking busy tired happy sad fine well great',
  'tomorrow today tonight now asap back at on in by from about after before around monday tuesday wednesday thursday friday saturday sunday',
  // Spanish
  'nada nadie ninguno nunca gracias quien por que para porque cual como cuando donde cuanto quiero quieres prefiero decir digo dire',
  'puta puto mierda gilipollas cabron joder idiota estupido imbecil tonto pendejo culo coño cono carajo chinga hijo jodete vete callate',
  'importa asunto tuyo tu tus usted anonimo luego despues ahora buenas buenos dias tardes noches hola claro vale soy eres es estoy esta',
  'interesado interesada cliente cita precio informacion ayuda pregunta necesito tengo tienes hay pero muy mas bien mal aqui alli solo',
  'otra vez nuevo todos todas equipo adios encantado encantada gusto mucho mucha favor manana hoy lunes martes miercoles jueves viernes sabado domingo',
  // Portuguese
  'nao nem ninguem obrigado obrigada quem porque pra qual quando onde quanto quero prefiro dizer digo falar caralho porra merda foda',
  'foder fodase puta viado burro otario cu sua seu interessa problema anonimo depois agora ola oi bom boa dia noite sim sou estou',
  'outra vez novo todos todas pessoal amanha hoje interessado interessada consulta preco informacao ajuda pergunta preciso tenho tem mas muito mais aqui prazer voce vai tomar',
  // German
  'nein nee ne nicht nichts niemand keiner warum wieso weshalb wozu was wer wie wo wann egal danke bitte ja hallo guten morgen moin',
  'scheisse scheiss arsch arschloch fick ficken idiot depp dumm blod blode hure wichser verpiss halt maul klappe geht sie ihnen dich',
  'wieder zusammen alle leute dir mich mir ich du wir ihr das der die den ein eine kein keine mochte sage sagen lieber spater anonym geheim kunde kundin',
  'termin preis information hilfe frage habe brauche suche interessiere interessiert bin aber sehr mehr hier nur schon noch auch gar an morgen heute montag dienstag mittwoch donnerstag freitag samstag sonntag',
  // French
  'non pas rien personne jamais pourquoi quoi qui comment quand ou quel quelle merci oui bonjour bonsoir salut merde putain connard',
  'connasse con salope encule foutre gueule ta toi votre vos regarde affaire anonyme plus tard veux voudrais prefere dire suis',
  'encore tous toutes tout monde re client cliente rendez vous prix information aide question besoin ai mais tres ici juste enchante enchantee je tu il elle on ne ca bon bien parfait demain lundi mardi mercredi jeudi vendredi samedi dimanche',
  // Arabic
  'لا ليس لماذا ماذا من كيف متى اين شكرا نعم مرحبا اهلا السلام عليكم كلب حمار غبي تبا خرا اخرس لن لم اريد موعد سعر معلومات مساعدة سؤال انت انا هذا شانك لاحقا مجهول لست مجددا جميعا',
];
