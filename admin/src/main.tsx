import { createRoot } from 'react-dom/client';
import { App } from './app';
import { settleOfferedKey } from './auth';
import { dropCopiesOfNobody } from './record/copies';
import { loadDocument } from './schema';
import { takeCodeFromAddress } from './organization';
import { currentLanguage, takeInvitationFromAddress, takeKeyFromAddress } from './session';
import './styles.css';

const takeFromAddress = () => takeKeyFromAddress() || takeInvitationFromAddress() || takeCodeFromAddress();

takeFromAddress();
dropCopiesOfNobody();
// The address with a key or an invitation may also be opened where the page already is.
window.addEventListener('popstate', () => takeFromAddress() && location.reload());
const language = currentLanguage();
document.documentElement.lang = language;
const root = document.getElementById('root') as HTMLElement;

Promise.all([loadDocument(language), settleOfferedKey()]).then(
  () => createRoot(root).render(<App />),
  (error: unknown) => {
    // Before the page is there: in both languages, without its components.
    root.textContent = `The service cannot be reached. / Le service est injoignable. (${String(error)})`;
    setTimeout(() => location.reload(), 5000);
  },
);
