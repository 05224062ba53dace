/** Days, months, places in a list and parts of a day, in the languages of the agent; commas part the phrases. */
export const WEEKDAYS: readonly string[] = [
  'mondays,montags,monday,mon,lunes,lun,segunda,segunda feira,seg,montag,lundi,الاثنين,الإثنين,اثنين',
  'tuesdays,dienstags,tuesday,tue,tues,martes,terça,terça feira,terca,dienstag,mardi,الثلاثاء,ثلاثاء',
  'wednesdays,mittwochs,wednesday,wed,weds,miércoles,mie,quarta,quarta feira,qua,mittwoch,mercredi,الأربعاء,الاربعاء',
  'thursdays,donnerstags,thursday,thu,thur,thurs,jueves,jue,quinta,quinta feira,donnerstag,jeudi,jeu,الخميس',
  'fridays,freitags,friday,fri,viernes,vie,sexta,sexta feira,freitag,vendredi,ven,الجمعة',
  'saturdays,samstags,saturday,sat,sábado,sab,samstag,sonnabend,samedi,sam,السبت',
  'sundays,sonntags,sunday,sun,domingo,dom,sonntag,dimanche,dim,الأحد,الاحد',
];

export const MONTHS: readonly string[] = [
  'january,jan,enero,ene,janeiro,januar,jänner,janvier,janv,يناير',
  'february,feb,febrero,fevereiro,fev,februar,février,fevr,فبراير',
  'march,marzo,março,märz,mars,مارس',
  'april,apr,abril,abr,avril,avr,أبريل,ابريل',
  'may,mayo,maio,mai,مايو',
  'june,jun,junio,junho,juni,juin,يونيو',
  'july,jul,julio,julho,juli,juillet,juil,يوليو',
  'august,aug,agosto,ago,août,aout,أغسطس,اغسطس',
  'september,sep,sept,septiembre,setembro,set,septembre,سبتمبر',
  'october,oct,octubre,outubro,out,oktober,okt,octobre,أكتوبر,اكتوبر',
  'november,nov,noviembre,novembro,novembre,نوفمبر',
  'december,dec,diciembre,dic,dezembro,dez,dezember,décembre,ديسمبر',
];

/** Days by their distance from today. */
export const AHEAD: readonly string[] = [
  "today,tonight,hoy,hoje,heute,aujourd'hui,اليوم",
  'tomorrow,tmrw,tmr,tomorow,tommorow,tommorrow,mañana,amanhã,morgen,demain,غدا,غداً,بكرة,بكرا',
  'day after tomorrow,the day after tomorrow,in two days,in 2 days,pasado mañana,depois de amanhã,übermorgen,après demain,بعد غد,بعد بكرة',
];

/** Words that mean the day of this week or the next. */
export const NEXT: readonly string[] = [
  'next,the following,que viene,próximo,próxima,que vem,nächsten,nächste,nächster,kommenden,prochain,prochaine,القادم,القادمة,المقبل',
];

/** Phrases for the next week. */
export const NEXT_WEEK: readonly string[] = [
  'next week,the following week,the week after,la semana que viene,semana que viene,la próxima semana,próxima semana,semana próxima,semana que vem,na próxima semana,na semana que vem',
  'nächste woche,nächster woche,kommende woche,kommender woche,la semaine prochaine,semaine prochaine,الأسبوع القادم,الأسبوع المقبل',
];

/** Places in a list, the first to the fifth. */
export const PLACES: readonly string[] = [
  'la 1,first,the first,first one,1st,primero,primera,primer,el primero,la primera,primeiro,primeira,o primeiro,a primeira,erste,ersten,erster,erstes,premier,première,le premier,la première,الأول,الاول,الأولى,الاولى',
  'la 2,second,the second,second one,segundo,segunda,la segunda,el segundo,o segundo,a segunda,zweite,zweiten,zweiter,deuxième,seconde,le deuxième,la deuxième,le second,الثاني,الثانية',
  'la 3,third,the third,third one,tercero,tercera,tercer,la tercera,el tercero,terceiro,terceira,o terceiro,a terceira,dritte,dritten,dritter,troisième,le troisième,la troisième,الثالث,الثالثة',
  'fourth,cuarto,cuarta,quarto,quarta,vierte,vierten,quatrième,الرابع',
  'fifth,quinto,quinta,fünfte,fünften,cinquième,الخامس',
];
export const LAST: readonly string[] = [
  'last,the last,last one,the latest,latest,última,último,la última,el último,a última,o último,letzte,letzten,letzter,dernier,dernière,le dernier,la dernière,الأخير,الاخير',
];
export const EARLIEST: readonly string[] = [
  'any of them,any is fine,any works,any time,anytime,whichever,whichever is free,whatever works,you choose,you decide,your choice,either,either one,either works,no preference,i don t mind,i don t care,doesn t matter,does not matter',
  'cualquiera,cualquiera de ellas,cualquier hora,me da igual,da igual,la que sea,el que sea,como quieras,lo que sea,primera hora,a primera hora,la primera hora,tanto faz,qualquer um,qualquer uma,qualquer horário,você escolhe',
  'egal,ist egal,ist mir egal,mir egal,mir ist das egal,mir ist es egal,irgendeiner,irgendeine,peu importe,n importe lequel,n importe quand,au choix,comme vous voulez,أي وقت,أي موعد,كما تريد,لا يهم',
  'earliest,the earliest,earliest one,soonest,the soonest,soonest one,as soon as possible,asap,lo antes posible,cuanto antes,la más temprana,la más pronto,el más temprano,o mais cedo',
  'o quanto antes,mais cedo possível,o mais cedo possível,der früheste,den frühesten,die früheste,frühesten,früheste,frühester,so früh wie möglich,so bald wie möglich,möglichst bald,möglichst früh',
  'le plus tôt,le plus tôt possible,au plus tôt,dès que possible,في أقرب وقت,الأقرب,اقرب وقت,أقرب وقت',
];

/** Parts of a day with their minutes. */
export const PARTS: readonly { from: number; to: number; phrases: string }[] = [
  {
    from: 0,
    to: 720,
    phrases:
      'in the morning,morning,por la mañana,de la mañana,de manhã,da manhã,pela manhã,morgens,vormittags,vormittag,am vormittag,am morgen,le matin,du matin,matin,صباحا,الصباح',
  },
  {
    from: 720,
    to: 1140,
    phrases:
      'in the afternoon,afternoon,por la tarde,de la tarde,à tarde,da tarde,de tarde,nachmittags,nachmittag,am nachmittag,après midi,مساء,بعد الظهر',
  },
  {
    from: 1020,
    to: 1440,
    phrases:
      'in the evening,evening,por la noche,de la noche,à noite,da noite,abends,am abend,le soir,du soir,soir,المساء',
  },
];
export const NOON = 'noon,midday,mediodía,al mediodía,meio dia,mittags,midi,الظهر';
