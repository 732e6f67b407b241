import { Checkbox, FormControl, FormControlLabel, FormGroup, FormLabel } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Select } from '../controls';
import { useLabels } from '../i18n';
import { kinds } from '../schema';

/** The types of records to which a key can be limited. */
const scopes = (): string[] => [...kinds(), 'images'];

function useScopeName() {
  const t = useTranslate();
  const labels = useLabels();
  return (scope: string) => (scope === 'images' ? t('menu.images') : labels.kind(scope));
}

/** The scope of a key in words. */
export function useScopeText() {
  const t = useTranslate();
  const nameOf = useScopeName();
  return (scope: string | null): string => {
    if (scope === null) return t('people.scopeAll');
    if (scope === 'read') return t('people.scopeRead');
    return t('people.scopeOnly', { kinds: scope.split(',').map(nameOf).join(', ') });
  };
}

type Choice = 'all' | 'read' | 'some';

/** Chooses what a key may do. The value is that of the API; an empty one leaves it to the account. */
export function ScopeInput() {
  const t = useTranslate();
  const nameOf = useScopeName();
  const [choice, setChoice] = useState<Choice>('all');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const value = { all: '', read: 'read', some: chosen.join(',') }[choice];
  const set = (scope: string, isOn: boolean) =>
    setChosen(scopes().filter((name) => (name === scope ? isOn : chosen.includes(name))));
  return (
    <>
      <input type="hidden" name="scope" value={value} />
      <Select<Choice>
        label={t('people.scope')}
        value={choice}
        options={[
          ['all', t('people.scopeAll')],
          ['read', t('people.scopeRead')],
          ['some', t('people.scopeSome')],
        ]}
        onValue={(next) => {
          setChoice(next);
          if (next === 'some' && chosen.length === 0) setChosen(scopes().slice(0, 1));
        }}
      />
      {choice === 'some' && (
        <FormControl component="fieldset">
          <FormLabel component="legend">{t('people.mayWrite')}</FormLabel>
          <FormGroup row>
            {scopes().map((scope) => (
              <FormControlLabel
                key={scope}
                control={
                  <Checkbox
                    checked={chosen.includes(scope)}
                    // The last one stays: a key for nothing is one for reading.
                    disabled={chosen.length === 1 && chosen.includes(scope)}
                    onChange={(_event, isOn) => set(scope, isOn)}
                  />
                }
                label={nameOf(scope)}
              />
            ))}
          </FormGroup>
        </FormControl>
      )}
    </>
  );
}
