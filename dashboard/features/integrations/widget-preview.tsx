import type { Words } from '../../../schemas/widget/widgets.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Icon } from '../../components/icons.js';
import * as labels from '../../words/en/widget.js';
import { labelOf } from '../../words/fields.js';
import type { Widget } from './use-widget.js';

/** Returns what a visitor reads of a text, in the widget's language if it has several. */
export function readIn(words: Words | null | undefined, locale: string | null): string {
  if (words === null || words === undefined || typeof words === 'string') return words ?? '';
  return (locale ? (words[locale] ?? words[locale.split('-')[0] ?? '']) : undefined) ?? Object.values(words)[0] ?? '';
}

/** A preview of the form's current state as visitors see it. */
export function WidgetPreview({ widget }: { widget: Widget }) {
  const { theme, capture_form: form, locale, opening_message, quick_replies } = widget;
  const agent = useApiQuery('getWorkflow', { params: { id: widget.workflow_id } }).data?.workflow.name ?? '';
  const read = (words: Words | null | undefined) => readIn(words, locale);
  const style = { '--widget': theme.primary_color } as React.CSSProperties;
  return (
    <section className="card" aria-label={labels.preview}>
      <header className="card-head">
        <h2>{labels.preview}</h2>
      </header>
      <div className="card-body widget-preview" data-left={theme.position === 'bottom_left' || undefined} style={style}>
        <div className="widget-panel">
          <div className="widget-bar">
            <span className="widget-face" aria-hidden="true">
              {[...agent][0]}
            </span>
            <strong className="cut">{agent}</strong>
          </div>
          {opening_message ? (
            <p className="widget-says">{read(opening_message)}</p>
          ) : (
            <p className="faint widget-empty">{labels.noOpeningMessage}</p>
          )}
          {form.enabled && form.fields.length > 0 && (
            <div className="widget-form">
              <strong>{labels.howCanWeReachYou}</strong>
              {form.fields.map(({ key, label, required }) => (
                <span key={key}>
                  {read(label) || labelOf(key)}
                  {required && ' *'}
                </span>
              ))}
              {form.sms_consent.enabled && <span>☐ {read(form.sms_consent.text)}</span>}
            </div>
          )}
          {quick_replies.length > 0 && (
            <div className="widget-replies">
              {quick_replies.map((reply, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: replies have no names of their own.
                <span key={index}>{read(reply)}</span>
              ))}
            </div>
          )}
          <div className="widget-write">{labels.writeAMessage}</div>
        </div>
        <div className="widget-launcher">{read(theme.launcher_text) || <Icon name="message" size={20} />}</div>
      </div>
    </section>
  );
}
