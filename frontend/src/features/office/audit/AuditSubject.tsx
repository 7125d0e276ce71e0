import { Link } from '@tanstack/react-router';
import { useT } from '@/shared/i18n/language-context';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { useMay } from '../staff-access';
import { subjectPage, subjectText } from './audit-words';
import type { AuditEntry } from './staff-audit-api';

/** Subject of an action, as a link if a page shows it. */
export function AuditSubject({ entry }: { entry: AuditEntry }) {
  const t = useT();
  const may = useMay();
  const { subject } = entry;
  const text = subjectText(t, entry);
  const page = subjectPage(entry);
  if (page === 'order' && may('orders')) {
    return (
      <Link to="/staff/orders/$orderId" params={{ orderId: subject }} className="o-link">
        <Ltr>{text}</Ltr>
      </Link>
    );
  }
  if (page === 'customer' && may('customers')) {
    return (
      <Link to="/staff/customers/$cusId" params={{ cusId: subject }} className="o-link">
        <Ltr>{subject}</Ltr>
      </Link>
    );
  }
  if (page === 'chat' && may('inbox')) {
    return (
      <Link to="/staff/$cusId" params={{ cusId: subject }} className="o-link">
        <Ltr>{subject}</Ltr>
      </Link>
    );
  }
  if (text !== subject) return <LocalizedText>{text}</LocalizedText>;
  return <Ltr>{text || '—'}</Ltr>;
}
