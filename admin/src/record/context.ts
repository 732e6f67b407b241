import { createContext, useContext } from 'react';
import { type CalendarRecord, type Me } from '../api';
import { type Uploads } from '../upload';
import { type Values } from './body';
import { type Dates } from './questions';

/** The state that all parts of a form read. */
export interface RecordForm {
  readonly kind: string;
  /** As it was read; undefined while it is new. */
  readonly record?: CalendarRecord;
  /** The values that the form began with. */
  readonly before: Values;
  readonly me: Me;
  readonly isReadOnly: boolean;
  readonly isSaving: boolean;
  readonly uploads: Uploads;
  /** Saves the form, with some more fields of the body. Without `apply`, it asks which dates of a series are meant. */
  readonly save: (more?: Record<string, unknown>, apply?: Dates) => void;
  /** Takes a record that was written otherwise, such as by a restoration. */
  readonly reload?: () => Promise<void>;
}

const Context = createContext<RecordForm | undefined>(undefined);

export const RecordFormProvider = Context.Provider;

export function useRecordForm(): RecordForm {
  const form = useContext(Context);
  if (!form) throw new Error('Parts of a form are used inside it.');
  return form;
}
