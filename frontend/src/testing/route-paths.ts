/** Every route of section 2 of the specification, with an example address for routes with an id. */
export const ROUTES = `
  / /collections /blogs/news /contact /about /career /helpcenter /service /program /svnclub /promotion /promotion/1
  /promotions /homeguru /homeguru/39 /homeguru/41 /investor /investor/ir-relations /investor/minute-of-share-meeting
  /investor/ir-to-share-meeting /investor/press-releases /investor/annual-report /investor/ir-contact /by-popular
  /shop /shop/101002 /cart /checkout /account/login /account/register /account/profile /account/orders
  /privacy-policy /terms /sitemap
`
  .trim()
  .split(/\s+/);
