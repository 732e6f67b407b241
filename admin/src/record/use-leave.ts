import { useTranslate } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';

/** Leaves a form after an action on its record. Whether it may be left is asked before: afterwards it is too late. */
export function useLeave() {
  const t = useTranslate();
  const navigate = useNavigate();
  const { reset, getValues } = useFormContext();
  const { isDirty } = useFormState();
  const mayLeave = () => !isDirty || window.confirm(t('ra.message.unsaved_changes'));
  const leaveTo = (path: string) => {
    reset(getValues());
    void navigate(path);
  };
  return { isDirty, mayLeave, leaveTo };
}
