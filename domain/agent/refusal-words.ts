/** Phrases that refuse a time, whatever else the clause contains, separated by commas. */
export const NO: readonly string[] = [
  'no,nope,nah,not,never,none,neither,nor,nothing,cannot,can t,cant,don t,dont,do not,doesn t,doesnt,does not,didn t,won t,wont,isn t,isnt,aren t,wasn t,couldn t,wouldn t,shouldn t,t',
  'other time than,any other time than,another time than,any time but,anytime but,anything but,any but,any day but,every day but,all but,except,apart from,other than,instead of,rather than,without,unable,impossible,unavailable,busy,booked up,away,on holiday,on vacation,out of town',
  'i m working,i work,i have work,at work,too early,too late,too soon,too far,bad,terrible,awful,sucks,useless,hate,skip,pass,forget it,forget about it,never mind,nevermind,cancel,decline,refuse,reject',
  'leave it,stop,drop it,hard pass,i ll pass,i pass,as if,yeah right,yeah yeah,lol,haha,hahaha,lmao,thanks for nothing,ruled out,rule out,avoid,wrong,fully booked,in a meeting,unfortunately,sadly,afraid,nein danke',
  'no,nada,ninguno,ninguna,ningún,nunca,jamás,tampoco,ni,sin,imposible,ocupado,ocupada,trabajo,estoy trabajando,demasiado temprano,demasiado pronto,demasiado tarde,muy temprano,muy tarde,mal,fatal,horrible',
  'menos,excepto,salvo,cualquier día menos,todo menos,en vez de,en lugar de,olvídalo,déjalo,cancela,cancelar,anular,paso,de viaje,de vacaciones,fuera,lamentablemente,por desgracia,desgraciadamente,jaja,jajaja',
  'não,nao,n,nenhum,nenhuma,nunca,jamais,nem,nada,sem,impossível,ocupado,ocupada,trabalho,trabalhando,estou trabalhando,cedo demais,tarde demais,muito cedo,muito tarde,ruim,péssimo,exceto,menos,qualquer dia menos',
  'em vez de,ao invés de,esquece,deixa,deixa pra lá,cancela,cancelar,viajando,de férias,infelizmente,kkk,kkkk,rsrs,negativo',
  'nein,nee,nö,ne,nicht,nich,net,nix,nichts,nie,niemals,kein,keine,keinen,keiner,keines,keinem,weder,ohne,unmöglich,ungünstig,schlecht,blöd,verhindert,beschäftigt,arbeite,arbeiten,muss arbeiten,im urlaub,verreist',
  'zu früh,zu spät,außer,ausser,alles außer,statt,anstatt,anstelle,vergiss es,vergessen sie es,lass,lassen sie,leider,absagen,stornieren,ablehnen,lieber nicht,haha,geht gar nicht,besetzt',
  'non,nan,pas,ne,n,aucun,aucune,jamais,rien,ni,sans,impossible,occupé,occupée,indisponible,pris,prise,travaille,je travaille,trop tôt,trop tard,mauvais,nul,excepté,sauf,tout sauf,hors,au lieu de,plutôt que,laissez',
  'laisse,oubliez,oublie,laisse tomber,annuler,annulez,en vacances,en déplacement,malheureusement,hélas,mdr,ptdr,bof,peux pas',
  'لا,ليس,ليست,لن,لم,ما,مش,مو,مب,ماني,لست,غير,بدون,مستحيل,مشغول,مشغولة,لايناسبني,لا يناسبني,ماعدا,ما عدا,إلا,الا,سوى,بدلا من,للأسف,للاسف,مبكر جدا,متأخر جدا,انسى,الغاء,إلغاء,ألغ,الغي,ولا,كلا,أبدا,ابدا,مسافر,أعمل,هههه,ههه',
];

/** Phrases that start like a refusal but are neither a refusal nor a yes. */
export const NO_REFUSAL: readonly string[] = [
  'no problem,no worries,not a problem,not bad,why not,no doubt,can t wait,cant wait,no need to wait,no hay problema,sin problema,ningún problema,no problema,por qué no,cómo no,sem problema,sem problemas',
  'não tem problema,por que não,sem dúvida,kein problem,kein ding,nicht schlecht,warum nicht,ohne probleme,pas de problème,aucun problème,pas de souci,sans problème,pourquoi pas,pas mal,لا مشكلة,لا مانع,ما في مشكلة,مافي مشكلة,لا بأس',
];

/** Phrases that ask for another time. */
export const OTHER: readonly string[] = [
  'other,another,others,different,else,instead,rather,later,earlier,sooner,more times,more options,something,anything,any other,what about,how about,alternatively,change,reschedule,move,postpone,next month,following week',
  'another time,another day,other times,other days,something later,something earlier,later in the day,some other,do you have,have you got,anything in,after that,weekend,the weekend,weekends',
  'otro,otra,otros,otras,diferente,distinto,distinta,más tarde,más temprano,más pronto,más adelante,antes,después,mejor,en cambio,cambiar,mover,aplazar,qué tal,otra hora,otro día,otros horarios,más opciones,tenéis,tienen,tienes,fin de semana,luego',
  'outro,outra,outros,outras,diferente,mais tarde,mais cedo,mais para frente,depois,melhor,mudar,remarcar,adiar,outro dia,outro horário,outros horários,mais opções,vocês têm,tem outro,tem outra,fim de semana,que tal',
  'andere,anderer,anderen,anderes,ander,anders,später,früher,lieber,stattdessen,alternativ,verschieben,ändern,wie wäre,wie wäre es,wie wärs,wie siehts,wie sieht es,haben sie,habt ihr,hast du,wochenende,am wochenende,nächsten monat,noch was,etwas anderes',
  "autre,autres,plutôt,plus tard,plus tôt,différent,différente,changer,déplacer,décaler,reporter,autre chose,un autre jour,une autre heure,d'autres,vous avez,avez vous,as tu,et si,week end,weekend,le week end,le mois prochain",
  'آخر,اخر,أخرى,اخرى,غيره,غيرها,لاحقا,بعدين,ابكر,أبكر,متأخر,تغيير,اغير,أغير,تأجيل,تاجيل,بدلا,بدل,ماذا عن,عندكم,هل لديكم,لديكم,نهاية الأسبوع',
];

/** Phrases that leave it open. */
export const MAYBE: readonly string[] = [
  'maybe,perhaps,possibly,probably,might,i guess,i think,depends,it depends,have to check,need to check,must check,let me check,i ll check,i will check,let me see',
  'i ll see,we ll see,will see,let me think,think about it,i ll think,i will think,let you know,get back to you,i ll ask,have to ask,need to ask,unsure,so so,uh,yeah no,yeah nah,hopefully,eventually,hmm,hm,dunno,idk',
  'quizá,quizás,tal vez,a lo mejor,puede,puede ser,posiblemente,depende,tengo que mirar,tengo que ver,tengo que consultar,déjame ver,déjame pensar,lo pienso,lo miro,ya veré,ya te digo,te aviso,os aviso,creo que,creo',
  'talvez,quem sabe,provavelmente,tenho que ver,preciso ver,vou ver,vou pensar,deixa eu ver,te aviso,acho que,acho,depois te falo,te falo,tenho de ver',
  'na ja,naja,ja ja,tja,nun ja,ja mei,jein,ach ja,vielleicht,eventuell,womöglich,mal sehen,mal schauen,muss schauen,muss nachsehen,muss mal,muss erst,ich überlege,überlege es mir,kommt darauf an,ich glaube,glaube,ich denke,wahrscheinlich,melde mich',
  'peut être,éventuellement,sans doute,ça dépend,à voir,je vais voir,je dois voir,je dois vérifier,je vais réfléchir,je réfléchis,je vous dis,je vous redis,je crois,je pense,faut que je',
  'ربما,يمكن,ممكن,لست متأكدا,سأرى,سافكر,سأفكر,دعني أفكر,على حسب,اعتقد',
];

/** Words that introduce another subject. */
export const BUT: readonly string[] = [
  'but,however,although,though,except,pero,sin embargo,aunque,mas,porém,contudo,aber,jedoch,sondern,allerdings,mais,cependant,par contre,sauf,لكن,ولكن,بس',
];

/** Words about opening hours instead of a meeting. */
export const ELSEWHERE: readonly string[] = [
  'open,opening,opened,closed,abierto,abiertos,abren,abrís,cerrado,cierran,aberto,abertos,abrem,fechado hoje',
  'geöffnet,offen,öffnen,öffnungszeiten,geschlossen,ouvert,ouverts,ouvrez,fermé,horaires d ouverture,مفتوح,مغلق,تفتحون',
];
