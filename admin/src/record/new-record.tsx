import { LinearProgress, usePermissions, useResourceContext } from 'react-admin';
import { type Me } from '../api';
import { RecordForm } from './record-screen';

/** The form of a new record. */
export default function NewRecord() {
  const kind = useResourceContext() ?? '';
  const { permissions: me } = usePermissions<Me>();
  return me ? <RecordForm key={kind} kind={kind} me={me} /> : <LinearProgress />;
}
