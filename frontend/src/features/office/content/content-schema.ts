import type { MessageKey } from '@/shared/i18n/load-messages';
import type { ContentBody, ContentKind } from './content-api';

/** A text in both languages. */
export type BothTexts = { la: string; en: string };

type Named = { name: string; label: MessageKey; hint?: MessageKey };

/** A field of a body. An empty name means the value itself, as in a list of texts. */
export type ContentField =
  | (Named & { type: 'text' | 'prose' })
  /** A text in two separate fields: Lao and English. */
  | (Named & { type: 'pair' | 'prosePair'; english: string })
  | (Named & { type: 'line' | 'href' | 'day' | 'hour' | 'number' | 'degrees' | 'flag' })
  | (Named & { type: 'image' | 'document' | 'promotionType' })
  | (Named & { type: 'products' })
  | (Named & {
      type: 'list';
      item: ContentField[];
      /** Label of one item, with `{number}`. */
      itemLabel: MessageKey;
      /** Creates a new item; undefined if items cannot be added or removed. */
      create?: (items: ContentBody[]) => unknown;
      max?: number;
      /** Whether the section above has the same title, so that only screen readers need the label. */
      isLabelHidden?: boolean;
    });

export type ContentSection = { title: MessageKey; fields: ContentField[] };

const noText = (): BothTexts => ({ la: '', en: '' });

const TITLE: ContentField = { type: 'text', name: 'title', label: 'office.content.field.title' };
const HREF: ContentField = {
  type: 'href',
  name: 'href',
  label: 'office.content.field.href',
  hint: 'office.content.hint.href',
};
const POSITION: ContentField = {
  type: 'number',
  name: 'position',
  label: 'office.content.field.position',
  hint: 'office.content.hint.position',
};
const DAYS: ContentField[] = [
  { type: 'day', name: 'starts', label: 'office.content.field.starts' },
  { type: 'day', name: 'ends', label: 'office.content.field.ends' },
];
const SCHEDULE: ContentField[] = [...DAYS, POSITION];
const IMAGE: ContentField = {
  type: 'image',
  name: 'image',
  label: 'office.content.field.image',
};

/** Returns an id that no menu item has, at any depth. */
function nextMenuId(items: ContentBody[]): number {
  const ids = (list: ContentBody[]): number[] =>
    list.flatMap((item) => [Number(item.id), ...ids((item.children ?? []) as ContentBody[])]);
  return Math.max(0, ...ids(items)) + 1 + Math.floor(Math.random() * 1_000_000);
}

const menuItem = (items: ContentBody[]) => ({
  id: nextMenuId(items),
  label: noText(),
  sublabel: null,
  href: '/',
  children: [],
});

function menuFields(depth: number): ContentField[] {
  const own: ContentField[] = [
    { type: 'text', name: 'label', label: 'office.content.field.label' },
    {
      type: 'text',
      name: 'sublabel',
      label: 'office.content.field.sublabel',
      hint: 'office.content.hint.sublabel',
    },
    HREF,
  ];
  if (depth === 0) return own;
  return [
    ...own,
    {
      type: 'list',
      name: 'children',
      label: 'office.content.field.children',
      item: menuFields(depth - 1),
      itemLabel: 'office.content.item.menu',
      create: menuItem,
    },
  ];
}

/** Form sections of each content kind. */
export const SECTIONS: Record<ContentKind, ContentSection[]> = {
  promotion: [
    {
      title: 'office.content.section.texts',
      fields: [
        TITLE,
        { type: 'promotionType', name: 'promo_type_id', label: 'office.content.field.type' },
        { type: 'image', name: 'banner', label: 'office.content.field.image' },
      ],
    },
    { title: 'office.content.section.time', fields: SCHEDULE },
    {
      title: 'office.content.section.products',
      fields: [{ type: 'products', name: 'pro_ids', label: 'office.content.field.products' }],
    },
  ],
  banner: [
    { title: 'office.content.section.texts', fields: [TITLE, IMAGE, HREF] },
    { title: 'office.content.section.time', fields: SCHEDULE },
  ],
  hero: [
    {
      title: 'office.content.section.texts',
      fields: [
        { type: 'prose', name: 'title', label: 'office.content.field.title' },
        { type: 'prose', name: 'text', label: 'office.content.field.text' },
      ],
    },
    {
      title: 'office.content.section.tiles',
      fields: [
        {
          type: 'list',
          name: 'tiles',
          label: 'office.content.section.tiles',
          item: [
            TITLE,
            { type: 'text', name: 'text', label: 'office.content.field.text' },
            IMAGE,
            HREF,
          ],
          itemLabel: 'office.content.item.tile',
          create: () => ({ image: '', title: noText(), text: noText(), href: '' }),
          max: 5,
        },
      ],
    },
  ],
  messages: [
    {
      title: 'office.content.kind.messages',
      fields: [
        {
          type: 'list',
          name: 'messages',
          label: 'office.content.kind.messages',
          item: [{ type: 'text', name: 'text', label: 'office.content.field.text' }, HREF],
          itemLabel: 'office.content.item.message',
          create: () => ({ text: noText(), href: '' }),
          max: 20,
        },
      ],
    },
  ],
  page: [
    {
      title: 'office.content.section.texts',
      fields: [
        TITLE,
        IMAGE,
        { type: 'day', name: 'date', label: 'office.content.field.date' },
        {
          type: 'list',
          name: 'paragraphs',
          label: 'office.content.field.paragraphs',
          hint: 'office.content.hint.paragraphs',
          item: [{ type: 'prose', name: '', label: 'office.content.field.text' }],
          itemLabel: 'office.content.item.paragraph',
          create: noText,
        },
      ],
    },
    { title: 'office.content.section.time', fields: DAYS },
    {
      title: 'office.content.field.questions',
      fields: [
        {
          type: 'list',
          name: 'questions',
          label: 'office.content.field.questions',
          item: [
            { type: 'text', name: 'question', label: 'office.content.field.question' },
            { type: 'prose', name: 'answer', label: 'office.content.field.answer' },
          ],
          itemLabel: 'office.content.item.question',
          create: () => ({ question: noText(), answer: noText() }),
        },
      ],
    },
    {
      title: 'office.content.field.documents',
      fields: [
        {
          type: 'list',
          name: 'documents',
          label: 'office.content.field.documents',
          item: [
            TITLE,
            { type: 'day', name: 'date', label: 'office.content.field.date' },
            { type: 'document', name: 'file', label: 'office.content.field.file' },
          ],
          itemLabel: 'office.content.item.document',
          create: () => ({ title: noText(), date: '', file: '', size: 0 }),
        },
      ],
    },
    {
      title: 'office.content.field.jobs',
      fields: [
        {
          type: 'list',
          name: 'jobs',
          label: 'office.content.field.jobs',
          item: [
            TITLE,
            { type: 'text', name: 'type', label: 'office.content.field.jobType' },
            { type: 'line', name: 'branch', label: 'office.content.field.branch' },
          ],
          itemLabel: 'office.content.item.job',
          create: () => ({ title: noText(), branch: '', type: noText() }),
        },
      ],
    },
  ],
  menu: [
    {
      title: 'office.content.kind.menu',
      fields: [
        {
          type: 'list',
          name: 'items',
          label: 'office.content.kind.menu',
          item: menuFields(2),
          itemLabel: 'office.content.item.menu',
          create: menuItem,
        },
      ],
    },
  ],
  categories: [
    {
      title: 'office.content.kind.categories',
      fields: [
        {
          type: 'list',
          name: 'categories',
          label: 'office.content.kind.categories',
          hint: 'office.content.hint.categories',
          item: [
            { type: 'text', name: 'name', label: 'office.content.field.name' },
            { type: 'image', name: 'img', label: 'office.content.field.image' },
            {
              type: 'list',
              name: 'groups',
              label: 'office.content.field.groups',
              item: [{ type: 'text', name: 'name', label: 'office.content.field.name' }],
              itemLabel: 'office.content.item.group',
            },
          ],
          itemLabel: 'office.content.item.category',
        },
      ],
    },
  ],
  branch: [
    {
      title: 'office.content.section.texts',
      fields: [
        {
          type: 'pair',
          name: 'b_name',
          english: 'b_name_eng',
          label: 'office.content.field.name',
        },
        {
          type: 'prosePair',
          name: 'tb_address_la',
          english: 'tb_address_en',
          label: 'office.content.field.address',
        },
        {
          type: 'prosePair',
          name: 'b_history_la',
          english: 'b_history_en',
          label: 'office.content.field.history',
        },
        { type: 'image', name: 'b_image', label: 'office.content.field.image' },
      ],
    },
    {
      title: 'office.content.section.contact',
      fields: [
        { type: 'line', name: 'b_f_phone', label: 'office.content.field.phone' },
        { type: 'line', name: 'b_s_phone', label: 'office.content.field.phone2' },
        { type: 'line', name: 'b_email', label: 'office.content.field.email' },
        { type: 'hour', name: 'open', label: 'office.content.field.open' },
        { type: 'hour', name: 'close', label: 'office.content.field.close' },
      ],
    },
    {
      title: 'office.content.section.place',
      fields: [
        { type: 'degrees', name: 'lat', label: 'office.content.field.lat' },
        { type: 'degrees', name: 'lng', label: 'office.content.field.lng' },
        { type: 'line', name: 'b_map', label: 'office.content.field.map' },
        { type: 'flag', name: 'b_show_map', label: 'office.content.field.showMap' },
        { type: 'line', name: 'b_code', label: 'office.content.field.code' },
      ],
    },
  ],
};

const BLANK: Partial<Record<ContentKind, () => ContentBody>> = {
  promotion: () => ({
    title: noText(),
    promo_type_id: 0,
    starts: '',
    ends: '',
    banner: '',
    pro_ids: [],
    published: false,
    position: 0,
  }),
  banner: () => ({
    title: noText(),
    image: '',
    href: '',
    starts: '',
    ends: '',
    published: false,
    position: 0,
  }),
  page: () => ({
    title: noText(),
    image: '',
    date: '',
    paragraphs: [noText()],
    questions: [],
    jobs: [],
    documents: [],
    published: false,
    starts: '',
    ends: '',
  }),
  branch: () => ({
    b_code: '',
    b_name: '',
    b_name_eng: '',
    b_image: '',
    brchcode: '',
    tb_address_la: '',
    tb_address_en: '',
    b_map: '',
    b_f_phone: '',
    b_s_phone: '',
    b_email: '',
    b_f_fax: '',
    b_s_fax: '',
    b_history_la: '',
    b_history_en: '',
    b_show_map: true,
    lat: null,
    lng: null,
    open: '',
    close: '',
  }),
};

/** Empty body of a new item; undefined for kinds with exactly one item. */
export const blankBody = (kind: ContentKind): ContentBody | undefined => BLANK[kind]?.();
