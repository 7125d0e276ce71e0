/** A chat message as the API returns it. `seq` counts 1, 2, 3… without gaps within a conversation. */
export type ChatMessage = {
  msdtid: number;
  cus_id: number;
  seq: number;
  sms: string;
  smstype: 'user' | 'text' | 'img' | 'icon' | 'deeplink';
  cus_usertype: 'user' | 'staff';
  msdate: string;
  url: string;
  fname: string;
  lname: string;
  cus_tel: string;
  likes: number;
  isLiked: boolean;
  client_id: string;
  /** Width of an `img` in pixels; 0 otherwise. */
  width: number;
  height: number;
  linkPreviews: LinkPreview[];
};

export type LinkPreview = {
  url: string;
  title: string;
  description: string;
  /** Image path of the shop, or empty. */
  image: string;
  domain: string;
};

export type Conversation = {
  cus_id: number;
  fname: string;
  lname: string;
  cus_tel: string;
  last_message: ChatMessage | null;
  last_seq: number;
  customer_read_seq: number;
  staff_read_seq: number;
  /** Unread messages of the reader's side. */
  unread: number;
  claimed_by: { staff_id: number; fname: string } | null;
  claimed_until: string | null;
  version: number;
  updated_at: string;
};

/** A notification as received. Texts are Lao; the English ones may be empty. */
export type ShopNotification = {
  no_id: number;
  no_title: string;
  no_body: string;
  no_title_en?: string;
  no_body_en?: string;
  imageurl: string;
  no_actionurl: string;
  no_websiteurl: string;
  not_name: string;
  isread_user: boolean;
  no_cratedat: string;
  no_updatedat: string;
  ord_number?: string;
  msdtid?: number;
  kind?: string;
  order_id?: string;
  order_status?: string;
};

/** Payloads of live events, by name. */
export type LiveEvents = {
  /** First event of every connection. Unless `resumed`, the displayed data must be fetched again. */
  hello: {
    chat: boolean;
    notifications: boolean;
    staff_online: boolean;
    resumed: boolean;
    /** The customers who are online, for the inbox. */
    online?: number[] | null;
  };
  status: { chat: boolean; notifications: boolean };
  message: ChatMessage;
  like: {
    msdtid: number;
    cus_id: number;
    seq: number;
    likes: number;
    by: 'user' | 'staff';
    /** Account whose like was added or removed, if the server sends it. */
    account_id?: number | null;
  };
  conversation: Conversation;
  typing: { cus_id: number; side: 'user' | 'staff'; fname: string; typing: boolean };
  presence: { staff_online?: boolean; cus_id?: number; online?: boolean };
  notification: ShopNotification;
  /** A notification was deleted, because its news were canceled. */
  notification_removed: { no_id: number };
  order: { order_id: string; ord_number: string; status: string; kind: string };
  /** For the staff: any customer's order is new or has changed. */
  staff_order: {
    order_id: string;
    number: string;
    version: number;
    status: string;
    is_new: boolean;
  };
  /** For the staff: the people who have an order open, in the order in which they came. */
  order_presence: {
    number: string;
    people: { cus_id: number; name: string; is_editing: boolean }[];
  };
  /** For the staff: a line of an order was ticked off, or is to be picked again. */
  order_picked: { order_id: string };
  /** The account's cart has changed, possibly by this tab. */
  cart: { type: 'add' | 'update' | 'remove' | 'clear' | 'order' };
  /** Too many events were missed: fetch the current data. */
  reset: { chat: boolean; notifications: boolean };
};

export type LiveEvent = keyof LiveEvents;

const NAMES: Record<LiveEvent, true> = {
  hello: true,
  status: true,
  message: true,
  like: true,
  conversation: true,
  typing: true,
  presence: true,
  notification: true,
  notification_removed: true,
  order: true,
  staff_order: true,
  order_presence: true,
  order_picked: true,
  cart: true,
  reset: true,
};

export const isLiveEvent = (name: string): name is LiveEvent => Object.hasOwn(NAMES, name);
