import type { MessageKey } from '@/shared/i18n/load-messages';
import type { Consent } from '../staff-order-types';

export const CONSENTS: Consent[] = ['phone', 'chat', 'in_person', 'requested', 'not_asked'];

/** Customer's consent to fewer units. */
export const CONSENT_TEXTS: Record<Consent, MessageKey> = {
  phone: 'office.consent.phone',
  chat: 'office.consent.chat',
  in_person: 'office.consent.inPerson',
  requested: 'office.consent.requested',
  not_asked: 'office.consent.notAsked',
};
