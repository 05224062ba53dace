import { DateTime } from 'luxon';
import type { PerformanceFigures, PerformanceReport } from '../../schemas/operations/performance.js';
import { cut, singleLine, withoutOverrides } from '../values/text.js';
import { layOutMail, type MailBlock } from './mail-layout.js';

type Step = NonNullable<PerformanceReport['best_step']>;

/** What a weekly summary reports. */
export interface WeeklySummary {
  account: string;
  from: string;
  to: string;
  report: Pick<PerformanceReport, 'now' | 'before' | 'best_step' | 'worst_step'>;
  /** The page with the same numbers, and the one that turns the summary off. */
  reportUrl: string;
  settingsUrl: string;
}

const EN = {
  locale: 'en',
  subject: (account: string, period: string) => `${account}: results of ${period}`,
  period: (from: string, to: string) => `${from} to ${to}`,
  title: 'Your week',
  sent: 'Leads contacted',
  delivered: 'Delivered',
  replied: 'Replied',
  met: 'Meeting booked',
  won: 'Won',
  before: (value: string) => `${value} the week before`,
  best: 'Best step',
  worst: 'Worst step',
  deleted: 'Deleted agent',
  step: (name: string, rate: string, leads: string) => `${name}: ${rate} reply rate of ${leads} leads`,
  open: 'Open report',
  change: 'Change or turn off the weekly summary',
  footer: 'You receive this email because the weekly summary is turned on in your notifications.',
};
type Words = typeof EN;
const ES: Words = {
  locale: 'es',
  subject: (account, period) => `${account}: resultados del ${period}`,
  period: (from, to) => `${from} al ${to}`,
  title: 'Tu semana',
  sent: 'Leads contactados',
  delivered: 'Entregados',
  replied: 'Respondieron',
  met: 'Reunión reservada',
  won: 'Ganados',
  before: (value) => `${value} la semana anterior`,
  best: 'Mejor paso',
  worst: 'Peor paso',
  deleted: 'Agente eliminado',
  step: (name, rate, leads) => `${name}: ${rate} de respuestas de ${leads} leads`,
  open: 'Abrir informe',
  change: 'Cambiar o desactivar el resumen semanal',
  footer: 'Recibes este correo porque el resumen semanal está activado en tus notificaciones.',
};

const OUTCOMES = ['sent', 'delivered', 'replied', 'met', 'won'] as const;
const RATES = { delivered: 'delivery_rate', replied: 'reply_rate', met: 'meeting_rate', won: 'win_rate' } as const;
const LONGEST_NAME = 150;

const shown = (text: string): string => cut(singleLine(withoutOverrides(text)), LONGEST_NAME);

const dayIn = (day: string, locale: string): string =>
  DateTime.fromISO(day, { zone: 'UTC' }).setLocale(locale).toLocaleString({ day: 'numeric', month: 'long' });

/** Writes the weekly summary in the user's language. Names are shortened and can't change the order of the text. */
export function weeklySummaryMail(
  { account, from, to, report, reportUrl, settingsUrl }: WeeklySummary,
  language: string | null,
): { subject: string; text: string; html: string } {
  const words = language === 'es' ? ES : EN;
  const number = new Intl.NumberFormat(words.locale);
  const percent = new Intl.NumberFormat(words.locale, { style: 'percent', maximumFractionDigits: 1 });
  const figureOf = (figures: PerformanceFigures, outcome: (typeof OUTCOMES)[number]): string => {
    const count = number.format(figures[outcome]);
    const rate = outcome === 'sent' ? null : figures[RATES[outcome]];
    return rate === null ? count : `${count} (${percent.format(rate)})`;
  };
  const stepOf = (title: string, step: Step | null): MailBlock[] =>
    step === null
      ? []
      : [
          { text: title, strong: true },
          {
            text: words.step(
              [shown(step.workflow_name ?? words.deleted), shown(step.step_key ?? '')].filter(Boolean).join(' · '),
              percent.format(step.reply_rate),
              number.format(step.sent),
            ),
          },
        ];
  const period = words.period(dayIn(from, words.locale), dayIn(to, words.locale));
  const figures = OUTCOMES.map(
    (outcome) =>
      `${words[outcome]}: ${figureOf(report.now, outcome)}, ${words.before(figureOf(report.before, outcome))}`,
  );
  return layOutMail({
    subject: shown(words.subject(shown(account), period)),
    blocks: [
      { text: `${words.title}: ${period}`, strong: true },
      { text: figures.join('\n') },
      ...stepOf(words.best, report.best_step),
      ...stepOf(words.worst, report.worst_step),
      { link: reportUrl, label: words.open },
      { link: settingsUrl, label: words.change },
    ],
    footer: words.footer,
    language,
  });
}
