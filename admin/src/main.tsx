import { createRoot } from 'react-dom/client';
import { App } from './app';
import { settleOfferedKey, settleSignInCode } from './auth';
import { dropCopiesOfNobody } from './record/copies';
import { loadDocument } from './schema';
import { takeCodeFromAddress } from './organization';
import { currentLanguage, takeInvitationFromAddress, takeKeyFromAddress } from './session';
import './styles.css';

const takeFromAddress = () => takeKeyFromAddress() || takeInvitationFromAddress() || takeCodeFromAddress();

takeFromAddress();
dropCopiesOfNobody();
// The address with a key, an invitation or a code may also be opened where the page already is.
window.addEventListener('popstate', (event) => {
  if (!takeFromAddress()) return;
  // The present page would open another screen, which may use up what the next one needs.
  event.stopImmediatePropagation();
  location.reload();
});
const language = currentLanguage();
document.documentElement.lang = language;
const root = document.getElementById('root') as HTMLElement;

Promise.all([loadDocument(language), settleOfferedKey().then(settleSignInCode)]).then(
  () => createRoot(root).render(<App />),
  (error: unknown) => {
    // Before the page is there: in both languages, without its components.
    root.textContent = `The service cannot be reached. / Le service est injoignable. (${String(error)})`;
    setTimeout(() => location.reload(), 5000);
  },
);
