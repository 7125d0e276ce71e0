// Visits of shoppers without orders.
import { ask, language, look, pick, images } from './shop.js';

// Browses: home page, a category, page 2 of its list, a product.
export function browse({ categories, products }) {
  const lang = language();
  const category = pick(categories);
  const product = pick(products);
  ask('home', `/${lang}`);
  look();
  ask('category page', `/${lang}/shop?category=${category}`);
  images([0, 1, 2, 3].map(() => pick(products)));
  look();
  ask('list', `/api/v1/product?category=${category}&limit=10&page=2`);
  look();
  ask('product page', `/${lang}/shop/${product.pro_id}`);
  images([product], 640);
  look();
  ask('product', `/api/v1/product/${product.pro_id}`);
  ask('related', `/api/v1/product/${product.pro_id}/related`);
}

// Filters lists by group, brand, price and order, then opens a product.
export function search({ categories, groups, brands, products }) {
  const lang = language();
  const category = pick(categories);
  ask('list', `/api/v1/product?category=${category}&limit=10`);
  look();
  ask(
    'list by group',
    `/api/v1/product?group=${pick(groups)}&limit=10&sort=${pick(['popular', 'newest', 'price_asc'])}`,
  );
  look();
  if (brands.length > 0) {
    ask(
      'list by brand',
      `/api/v1/product?brand=${encodeURIComponent(pick(brands))}&limit=10&in_stock=true`,
    );
    look();
  }
  const least = 10_000 * Math.ceil(Math.random() * 20);
  ask(
    'list by price',
    `/api/v1/product?category=${category}&min_price=${least}&max_price=${least * 10}&limit=10`,
  );
  look();
  ask('category page', `/${lang}/shop?category=${category}&sort=price_asc`);
  ask('product page', `/${lang}/shop/${pick(products).pro_id}`);
}

// Crawler of a search engine: no images, no pauses, pages that are not cached.
export function crawl({ products }) {
  const robot = {
    'User-Agent': 'Mozilla/5.0 (compatible; loadbot/1.0; +https://shop.example/bot)',
  };
  ask('sitemap', '/sitemap.xml', robot);
  for (let page = 0; page < 5; page += 1) {
    ask('product page', `/${language()}/shop/${pick(products).pro_id}`, robot);
  }
}
