import type { LinkProps } from '@tanstack/react-router';
import {
  ClipboardList,
  FileText,
  FileUp,
  LayoutDashboard,
  LayoutTemplate,
  type LucideIcon,
  Mail,
  Megaphone,
  MessageSquareText,
  MessagesSquare,
  Newspaper,
  Package,
  ScrollText,
  Search,
  Send,
  ShieldCheck,
  Users,
} from 'lucide-react';
import type { StaffArea } from '@/domain/staff/staff-check';
import type { MessageKey } from '@/shared/i18n/load-messages';

export type OfficePlace =
  | 'today'
  | 'orders'
  | 'customers'
  | 'chat'
  | 'messages'
  | 'outbox'
  | 'replies'
  | 'broadcast'
  | 'news'
  | 'templates'
  | 'people'
  | 'audit'
  | 'print'
  | 'security'
  | 'products'
  | 'content'
  | 'imports'
  | 'searches'
  | 'unknown';
export type Waiting = Partial<Record<OfficePlace, number>>;

const AREAS: Record<OfficePlace, StaffArea | undefined> = {
  // Accessible to every member of staff.
  security: undefined,
  unknown: undefined,
  today: 'today',
  orders: 'orders',
  customers: 'customers',
  chat: 'inbox',
  messages: 'messages',
  outbox: 'outbox',
  replies: 'inbox',
  broadcast: 'broadcasts',
  news: 'broadcasts',
  templates: 'templates',
  people: 'people',
  audit: 'audit',
  print: 'orders',
  products: 'products',
  content: 'content',
  imports: 'imports',
  searches: 'searches',
};

export type OfficeEntry = {
  place: OfficePlace;
  icon: LucideIcon;
  label: MessageKey;
  link: Pick<LinkProps, 'to' | 'search'>;
};

/** Menu entries of the daily work. */
export const DAILY_ENTRIES: OfficeEntry[] = [
  { place: 'today', icon: LayoutDashboard, label: 'office.today', link: { to: '/staff' } },
  {
    place: 'orders',
    icon: ClipboardList,
    label: 'office.orders',
    link: { to: '/staff/orders', search: {} },
  },
  {
    place: 'chat',
    icon: MessagesSquare,
    label: 'office.chat',
    link: { to: '/staff/chat', search: {} },
  },
  {
    place: 'customers',
    icon: Users,
    label: 'office.customers',
    link: { to: '/staff/customers', search: {} },
  },
  { place: 'messages', icon: Mail, label: 'office.messages', link: { to: '/staff/messages' } },
  { place: 'outbox', icon: Send, label: 'office.outbox', link: { to: '/staff/outbox' } },
];

const PRODUCTS: OfficeEntry = {
  place: 'products',
  icon: Package,
  label: 'office.products',
  link: { to: '/staff/products', search: {} },
};

/** Menu entries of the shop's data. */
export const SHOP_ENTRIES: OfficeEntry[] = [
  PRODUCTS,
  {
    place: 'content',
    icon: FileText,
    label: 'office.content',
    link: { to: '/staff/content', search: {} },
  },
  {
    place: 'imports',
    icon: FileUp,
    label: 'office.imports',
    link: { to: '/staff/imports', search: {} },
  },
  {
    place: 'searches',
    icon: Search,
    label: 'office.searches',
    link: { to: '/staff/searches', search: {} },
  },
  {
    place: 'broadcast',
    icon: Megaphone,
    label: 'staff.broadcast',
    link: { to: '/staff/chat', search: { view: 'broadcast' } },
  },
  { place: 'news', icon: Newspaper, label: 'office.news', link: { to: '/staff/news' } },
  {
    place: 'templates',
    icon: LayoutTemplate,
    label: 'office.templates',
    link: { to: '/staff/templates', search: {} },
  },
  {
    place: 'replies',
    icon: MessageSquareText,
    label: 'staff.replies',
    link: { to: '/staff/chat', search: { view: 'replies' } },
  },
];

/** Menu entries about people: staff, audit log. */
export const PEOPLE_ENTRIES: OfficeEntry[] = [
  { place: 'people', icon: ShieldCheck, label: 'office.people', link: { to: '/staff/people' } },
  { place: 'audit', icon: ScrollText, label: 'office.audit', link: { to: '/staff/audit' } },
];

export const ALL_ENTRIES = [...DAILY_ENTRIES, ...SHOP_ENTRIES, ...PEOPLE_ENTRIES];

/** Entries in the tab bar on phones; the others are behind "More". */
export const TAB_PLACES: OfficePlace[] = ['today', 'orders', 'chat', 'products'];

/** Whether a role with these areas may open a page. */
export function mayOpen(place: OfficePlace, areas: StaffArea[]): boolean {
  const area = AREAS[place];
  return area === undefined || areas.includes(area);
}

/** State of the back office's menu: current page, areas, and numbers of waiting items. */
export type OfficeMenu = { place: OfficePlace; areas: StaffArea[]; waiting: Waiting };

/** Entries that a role may open. */
export const entriesFor = (entries: OfficeEntry[], areas: StaffArea[]): OfficeEntry[] =>
  entries.filter(({ place }) => mayOpen(place, areas));

/** Marks a link as current only at its exact address; otherwise the page's menu entry is marked. */
export const EXACT = { exact: true } as const;

/** Menu entry of an address. */
export function placeOf(pathname: string, searchStr: string): OfficePlace {
  if (/^\/staff\/?$/.test(pathname)) return 'today';
  if (/^\/staff\/orders\/print\/?$/.test(pathname)) return 'print';
  const page =
    /^\/staff\/(orders|customers|products|content|imports|searches|people|audit|messages|outbox|news|templates)(\/|$)/.exec(
      pathname,
    )?.[1];
  if (page) return page as OfficePlace;
  if (/^\/staff\/security\/?$/.test(pathname)) return 'security';
  if (!/^\/staff\/(chat|\d+)\/?$/.test(pathname)) return 'unknown';
  const view = /[?&]view=(broadcast|replies)(&|$)/.exec(searchStr)?.[1];
  return (view as OfficePlace | undefined) ?? 'chat';
}
