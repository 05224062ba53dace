import type { ConsentChannel } from '../../../schemas/leads/leads.js';
import type { Body } from '../../api/operation-types.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { formValues, SelectField, TextAreaField } from '../../components/form-field.js';
import { CONSENT_CHANNEL_NAMES, RECORDED_SOURCES } from '../../words/consents.js';
import * as words from '../../words/en/consents.js';
import { CONSENTS } from '../../words/states.js';

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));
const DECISIONS = (['opted_in', 'opted_out'] as const).map((value) => ({ value, label: CONSENTS[value].label }));

interface Props {
  leadId: string;
  /** The channel that is selected at first. */
  channel?: ConsentChannel | undefined;
}

/** Records what a lead decided about a channel, with how it did and the evidence. */
export function RecordConsent({ leadId, channel = 'email' }: Props) {
  const record = useApiMutation('recordLeadConsent');
  return (
    <ConfirmForm
      title={words.recordConsent}
      submit={words.saveConsent}
      small
      onSubmit={(values) =>
        record.mutateAsync({ params: { id: leadId }, body: formValues<Body<'recordLeadConsent'>>(values) })
      }
    >
      {(errorOf) => (
        <>
          <SelectField
            name="channel"
            label={words.channel}
            data={optionsOf(CONSENT_CHANNEL_NAMES)}
            value={channel}
            required
            errorOf={errorOf}
          />
          <SelectField
            name="state"
            label={words.decision}
            data={DECISIONS}
            value="opted_in"
            required
            errorOf={errorOf}
          />
          <SelectField
            name="source"
            label={words.source}
            data={optionsOf(RECORDED_SOURCES)}
            required
            errorOf={errorOf}
          />
          <TextAreaField
            name="note"
            label={words.evidence}
            description={words.forExampleTheDateAndThe}
            errorOf={errorOf}
          />
        </>
      )}
    </ConfirmForm>
  );
}
