/** Phrases that accept a time, in the languages of the agent, separated by commas. */
export const YES: readonly string[] = [
  'yes,yes please,yeah,yep,yup,yess,yes yes,ok,okay,okey,okidoki,k,sure,sure thing,of course,absolutely,definitely,certainly',
  'perfect,great,fine,good,lovely,wonderful,excellent,awesome,super,cool,agreed,deal,confirmed,i confirm,confirm',
  'sounds good,sounds great,sounds perfect,sounds fine,that sounds good,that sounds great,looks good,all good',
  'works,that works,works for me,works great,works fine,works perfectly,works well,would work for me,suits me,suits me fine,fits',
  'is good,is fine,is great,is perfect,is ok,is okay,s good,s fine,s perfect,s great,is good for me,is fine for me,is best,it is',
  'i ll take,i ll take it,i will take,i will take it,ill take,i take,i take it,take,ll take,let s take,lets take',
  'i d like,i would like,i want,i choose,i pick,i prefer,i d prefer,i ll go with,i d like to book,i would like to book,i want to book,that s correct,ye,go for,go for it,i ll go for,i will go with,going with,go with,go ahead',
  'let s do,lets do,let us do,let s do it,lets do it,do it,please do,let s go with,i can do,i can make,i can make it,i m in,count me in',
  'book,book it,book me,book me in,please book,please book it,book that,book this,reserve,reserve it,schedule it,schedule me',
  'put me down,sign me up,i am free,i m free,i am available,that is fine,that s fine,that is perfect,that s perfect',
  'that is great,that s great,that s good,that is good,right on,correct,exactly',
  'sí,si,sip,claro,claro que sí,por supuesto,vale,dale,venga,listo,de acuerdo,perfecto,genial,estupendo,fenomenal,excelente,bien',
  'muy bien,está bien,me parece bien,me va bien,me va perfecto,me va genial,me viene bien,me viene perfecto,me viene genial,me sirve',
  'me conviene,me cuadra,me encaja,me funciona,me queda bien,me acomoda,adelante,confirmo,confirmado,resérvalo,resérvala,resérvame,ponme,me apunto a,me apunto,ese mismo,esa misma',
  'reserva,reservar,agéndalo,agéndame,apúntame,apuntame,quiero,quisiera,prefiero,elijo,escojo,cojo,tomo,me quedo,me quedo con',
  'eso es,así es,ok perfecto,trato hecho,hecho,correcto,okis,sale',
  'sim,claro que sim,com certeza,certo,beleza,blz,combinado,fechado,perfeito,ótimo,excelente,maravilha,tudo bem,está bom,tá bom',
  'está ótimo,tá ótimo,está bem,tá bem,tá,isso,isso mesmo,pode ser,pode marcar,pode agendar,pode reservar,pode confirmar,marca,marque',
  'agende,agenda,reserve,confirmo,confirmado,quero,queria,prefiro,escolho,fico com,vou querer,vou ficar com,fica bom,fica ótimo,serve',
  'me serve,serve para mim,serve pra mim,funciona,funciona para mim,funciona pra mim,bom para mim,bom pra mim,é bom,é perfeito,show',
  'dá para mim,dá pra mim,está perfeito,concordo,de acordo,bora,vamos',
  'ja,ja bitte,ja gerne,jo,jep,jawohl,klar,na klar,natürlich,gerne,gern,sehr gerne,okay,in ordnung,einverstanden,abgemacht,perfekt',
  'super,prima,toll,wunderbar,ausgezeichnet,spitze,top,gut,sehr gut,passt,passt mir,passt gut,passt mir gut,passt perfekt,passt super',
  'das passt,das passt mir,das passt gut,das passt super,geht,geht klar,geht gut,geht bei mir,das geht,alles klar,klingt gut,ist gut',
  'ist perfekt,ist super,ist prima,ist okay,ist ok,ist in ordnung,ist mir recht,nehme,nehm,nehme ich,ich nehme,nehmen wir,wir nehmen,ich wähle',
  'ich möchte,passt schon,ich hätte gern,ich hätte gerne,hätte gern,hätte ich gern,buchen,bitte buchen,buchen sie,bitte buchen sie,buche,eintragen',
  'tragen sie mich ein,reservieren,bitte reservieren,ich bestätige,bestätigt,machen wir,machen wir so,mach das,machen sie das,so machen wir das',
  'ich bevorzuge,genau,richtig,jawoll,deal',
  "oui,ouais,ouep,oui merci,oui s'il vous plaît,bien sûr,volontiers,avec plaisir,d'accord,ok,parfait,super,génial,impeccable,impec,nickel",
  "très bien,ça marche,ça me va,ça me convient,c'est bon,c'est parfait,c'est bon pour moi,c'est noté,bon pour moi,me convient,me va",
  'me va bien,me convient bien,me convient parfaitement,convient,convient parfaitement,entendu,excellent,je prends,je choisis,je veux',
  "je voudrais,j'aimerais,je préfère,je confirme,confirmé,réservez,réservez moi,vous pouvez réserver,allez y,va pour,ok pour,on prend,on fait",
  'on dit,je réserve,ça roule,top,exact,exactement,je suis disponible,je suis libre',
  'نعم,اي,ايوه,ايوا,أجل,اجل,اوكي,اوك,تمام,موافق,موافقة,حسنا,طيب,ماشي,ممتاز,رائع,جيد,جيد جدا,مناسب,مناسب لي,يناسبني,تناسبني,يناسبني تماما',
  'اريد,أريد,اختار,أختار,افضل,أفضل,احجز,احجز لي,احجزه,احجزها,احجز لي الموعد,اكد,أؤكد,مؤكد,اكيد,أكيد,بالتأكيد,طبعا,بكل سرور,اتفقنا,سآخذ,ساخذ',
  'هذا مناسب,هذا جيد,نعم من فضلك,خذ,حجز,يلا',
];

/** Words without a meaning of their own in an answer: courtesy, articles, prepositions, names for a meeting. */
export const FILLER: readonly string[] = [
  'please,pls,plz,thanks,thank you,thank you so much,thanks a lot,thx,ty,many thanks,thank you very much,cheers,hi,hello,hey,hi there',
  'good morning,good afternoon,good evening,then,so,and,well,for,for me,me,with,in,the,a,one,that,this,it,slot,time,appointment,meeting,call',
  'am,pm,see you,see you then,see you soon,see you there,see u,bye,best,regards,best regards,kind regards,many thanks in advance,in advance',
  'sir,madam,day,date,just,one please,cu,cya,have a nice day',
  'bueno,por favor,porfa,porfavor,xfa,gracias,muchas gracias,mil gracias,hola,buenas,buenos días,buenas tardes,buenas noches,entonces,pues,y,el,los',
  'de,del,la de,el de,la de las,el de las,la del,el del,para,para mí,con,cita,hora,hueco,turno,reunión,llamada,en,un,una,nos vemos,hasta luego,hasta pronto',
  'saludos,un saludo,adiós,horas,h,la cita,esa,ese,eso,esta,este,hasta entonces,lo',
  'obrigado,obrigada,muito obrigado,muito obrigada,brigado,brigada,valeu,oi,olá,bom dia,boa tarde,boa noite,então,e,o,os,na,no dia,do,da,das,dos,de',
  'para,pra,pra mim,para mim,com,consulta,hora,horário,horas,até,até lá,até logo,abraço,abs,o das,a das,o de,a de,esse,essa,este,por favor,pfv,um,uma',
  'bitte,danke,dankeschön,danke schön,vielen dank,besten dank,hallo,hi,moin,guten tag,guten morgen,guten abend,servus,dann,also,und,der,die,das',
  'den,dem,für,für mich,mich,mit,termin,uhr,zeit,uhrzeit,den termin,der termin,wir sehen uns,bis dann,bis bald,tschüss,auf wiedersehen,mfg,lg,vg',
  'liebe grüße,viele grüße,freundliche grüße,mit freundlichen grüßen,beste grüße,schöne grüße,ich,gleich,einen,ein,eine',
  "s'il vous plaît,s'il te plaît,svp,stp,merci,merci beaucoup,merci bien,bonjour,bonsoir,salut,alors,donc,et,le,les,celui,celui de,celle,celle de",
  "pour,pour moi,avec,rendez vous,rdv,créneau,le créneau,horaire,heure,heures,à bientôt,au revoir,cordialement,bien cordialement,bonne journée,un,une,l'heure,du",
  'من فضلك,لو سمحت,رجاء,شكرا,شكرا لك,شكرا جزيلا,مرحبا,اهلا,السلام عليكم,صباح الخير,مساء الخير,اذن,إذن,و,في,على,مع,الموعد,موعد,الوقت,هذا,هذه,لي,الى اللقاء,مع السلامة,تحياتي,ان شاء الله,إن شاء الله',
];

/** Words before an hour, a day of the month or a place in the list. */
export const BEFORE = {
  hour: ['at,at the,um,a las,la de las,las,às,as,o das,a das,à,الساعة,في الساعة'],
  day: ['on,on the,am,dia,el dia,o dia,no dia,día,يوم,في يوم,le'],
  place: [
    'option,number,nr,slot,choice,opción,número,la opción,opção,número,a opção,option,nummer,variante,numéro,رقم,الخيار,الخيار رقم',
  ],
} as const;

/** Words that accept a time when they follow it and ask when they precede it: `passt 9:30` and `9:30 passt`. */
export const ASKS_IN_FRONT: readonly string[] = [
  'works,works for me,works great,works fine,works well,fits,suits me,is good,is fine,is great,is perfect,is ok,is okay,is good for me,is fine for me',
  'me sirve,me funciona,está bien,pode ser,serve,me serve,funciona,fica bom,fica ótimo,tá bom,está bom,é bom',
  'passt,passt mir,passt gut,passt mir gut,geht,geht gut,geht bei mir,ist gut,ist ok,ist okay,convient,me convient,ça me va,ça me convient',
  'مناسب,جيد,تمام',
];
