import { kipText } from '../OfficeKip';
import type { DetailContext, DetailText } from './detail-text';
import {
  correctionText,
  dayText,
  editedText,
  filtersText,
  linesText,
  pickedText,
  stepText,
  takenText,
} from './order-detail-texts';
import {
  channelText,
  contentText,
  contentUndoText,
  customerText,
  homeBranchText,
  importText,
  messageText,
  pointsText,
  resendText,
  roleText,
  ruleText,
} from './other-detail-texts';
import { bulkText, copyText, fieldsText, stockText, undoText } from './product-detail-texts';

const STAFF = '/api/staff';
const CONTENT = `${STAFF}/content/{kind}/{item_id}`;

/** Details by action. The details of other actions are names and texts, which are shown unchanged. */
const DETAILS: Record<string, DetailText> = {
  [`POST ${STAFF}/orders`]: takenText,
  [`PATCH ${STAFF}/orders/{order_id}`]: editedText,
  [`POST ${STAFF}/orders/{order_id}/actions`]: stepText,
  [`POST ${STAFF}/orders/{order_id}/corrections`]: correctionText,
  [`PUT ${STAFF}/orders/{order_id}/lines`]: linesText,
  [`PUT ${STAFF}/orders/{order_id}/delivery-day`]: dayText,
  [`PUT ${STAFF}/orders/{order_id}/picked-lines`]: pickedText,
  [`GET ${STAFF}/orders.csv`]: filtersText,
  [`GET ${STAFF}/audit.csv`]: filtersText,
  [`PATCH ${STAFF}/products/{pro_id}`]: fieldsText,
  [`POST ${STAFF}/products/{pro_id}/stock`]: stockText,
  [`POST ${STAFF}/products/{pro_id}/duplicate`]: copyText,
  [`POST ${STAFF}/products/bulk`]: bulkText,
  [`POST ${STAFF}/products/changes/{change_id}/undo`]: undoText,
  [`POST ${STAFF}/people`]: roleText,
  [`PATCH ${STAFF}/people/{cus_id}`]: roleText,
  [`DELETE ${STAFF}/people/{cus_id}`]: roleText,
  [`PUT ${STAFF}/people/{cus_id}/branch`]: homeBranchText,
  [`POST ${STAFF}/customers`]: customerText,
  [`POST ${STAFF}/customers/{cus_id}/points/corrections`]: pointsText,
  [`DELETE ${STAFF}/customers/{cus_id}/undeliverable/{channel}`]: channelText,
  [`PATCH ${STAFF}/messages/{contact_id}`]: messageText,
  [`POST ${STAFF}/outbox/{message_id}/resend`]: resendText,
  [`PUT ${STAFF}/searches/rules`]: ruleText,
  [`PUT ${CONTENT}`]: contentText,
  [`PUT ${CONTENT}/draft`]: contentText,
  [`POST ${CONTENT}/draft/publish`]: contentText,
  [`POST ${CONTENT}/undo`]: contentUndoText,
  [`POST ${STAFF}/imports`]: importText,
  [`POST ${STAFF}/imports/{import_id}/check`]: importText,
  [`POST ${STAFF}/imports/{import_id}/apply`]: importText,
  [`POST ${STAFF}/imports/{import_id}/repeat`]: importText,
  [`DELETE ${STAFF}/imports/{import_id}`]: importText,
};

/** Details of an entry in the reader's language. A detail of an unknown form is shown unchanged, with its amounts formatted. */
export function detailWords(context: DetailContext): string {
  const { action, detail } = context.entry;
  if (detail === '') return '';
  return DETAILS[action]?.(detail, context) || withAmounts(detail);
}

/** Formats the amounts of a text: `discount 1000 kip`. */
const withAmounts = (text: string): string =>
  text.replace(/(?<![\d-])(\d+) kip\b/g, (_, kip) => kipText(Number(kip)));
