/**
 * Types of the public API under the names that the storefront uses. They come from the edge's OpenAPI document
 * (`openapi.json`, which a test there keeps equal to the code); `npm run api-types` regenerates `schema.d.ts`.
 */
import type { components, operations } from './schema';

type Schemas = components['schemas'];

/** Text in the two languages of the catalog. */
export type LocalText = Schemas['LocalText'];

export type Envelope<T> = { success: true; data: T; message?: string };
export type Paged<T> = Envelope<T[]> & { total: number; page: number; limit: number };

export type Category = Schemas['Category'];
export type Group = Schemas['Group'];
export type Product = Schemas['Product'];
export type ProductDetail = Schemas['ProductDetail'];
export type ProductSort = Schemas['ProductSort'];
export type PromotionType = Schemas['PromotionType'];
export type Promotion = Schemas['Promotion'];
export type BannerMessage = Schemas['BannerMessage'];
export type Banner = Schemas['Banner'];
export type Banners = Schemas['Banners'];
export type Hero = Schemas['Hero'];
export type HeroTile = Schemas['HeroTile'];
export type MenuItem = Schemas['MenuItem'];
export type Company = Schemas['Company'];
export type ContentSummary = Schemas['ContentSummary'];
export type Content = Schemas['Content'];
export type RetentionTimes = Schemas['RetentionTimes'];
export type Collection = Schemas['Collection'];
export type CollectionPage = Paged<Product> & { collection: Collection };
export type Branch = Schemas['Branch'];
export type Weather = Schemas['Weather'];
export type Problem = Schemas['Problem'];
export type ProblemCode = Problem['code'];
export type SearchResults = Schemas['SearchResults'];
export type FoundProduct = Schemas['FoundProduct'];
export type Facets = Schemas['Facets'];
export type Suggestions = Schemas['Suggestions'];
export type PopularSearch = Schemas['PopularSearch'];
export type HistoryEntry = Schemas['HistoryEntry'];
export type SearchHistory = Schemas['SearchHistory'];
export type SearchSort = Schemas['SearchSort'];
export type SearchParams = Omit<
  NonNullable<operations['search_products']['parameters']['query']>,
  'record'
>;
export type ProductQuery = NonNullable<operations['list_products']['parameters']['query']>;
export type ProductFilters = NonNullable<operations['get_facets']['parameters']['query']>;
