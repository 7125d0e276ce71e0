//! Search statistics for the staff, synonyms, and pinned and blocked searches, on both databases.

use heuan_proto::search::v1::{
    CreateSynonymGroupRequest, DeleteSearchRuleRequest, DeleteSynonymGroupRequest,
    ListMatchingProductsRequest, ListMatchingProductsResponse, ListSearchRulesRequest, ListSearchesRequest,
    ListSearchesResponse, ListSearchesWithoutResultRequest, ListSynonymGroupsRequest,
    ListSynonymGroupsResponse, RecordSearchClickRequest, SearchActor, SearchActorRole, SearchInsight,
    SearchRule, SearchRuleAction, SearchView, SetSearchRuleRequest, SynonymGroup, UpdateSynonymGroupRequest,
};
use heuan_rpc::{Code, Error};
use heuan_search::PersonalData;
use heuan_testkit::{Engine, eventually};
use rstest::rstest;

use crate::support::{Shop, config};

const PRODUCTS: [(i64, &str, &str); 2] = [(1, "ກັອກນ້ຳ", "Water tap"), (2, "ຊີມັງ", "Cement")];

fn actor(role: SearchActorRole) -> SearchActor {
    SearchActor { customer_id: 7, name: "Noy".to_owned(), role: role.into() }
}

fn editor() -> SearchActor {
    actor(SearchActorRole::Editor)
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

impl Shop {
    async fn insights(&self, view: SearchView) -> Vec<SearchInsight> {
        self.insight_page(view, "", "", 50).await.unwrap().searches
    }

    async fn insight_page(
        &self,
        view: SearchView,
        search: &str,
        cursor: &str,
        limit: i32,
    ) -> Result<ListSearchesResponse, Error> {
        let request = ListSearchesRequest {
            actor: Some(editor()),
            view: view.into(),
            limit,
            search: search.to_owned(),
            cursor: cursor.to_owned(),
        };
        Ok(self.staff().list_searches(request).await?.into_inner())
    }

    async fn matching(
        &self,
        actor: SearchActor,
        text: &str,
        limit: i32,
    ) -> Result<ListMatchingProductsResponse, Error> {
        let request = ListMatchingProductsRequest { actor: Some(actor), text: text.to_owned(), limit };
        Ok(self.staff().list_matching_products(request).await?.into_inner())
    }

    async fn group_page(
        &self,
        search: &str,
        cursor: &str,
        limit: i32,
    ) -> Result<ListSynonymGroupsResponse, Error> {
        let request = ListSynonymGroupsRequest {
            actor: Some(editor()),
            search: search.to_owned(),
            cursor: cursor.to_owned(),
            limit,
        };
        Ok(self.staff().list_synonym_groups(request).await?.into_inner())
    }

    async fn add_words(&self, list: &[&str]) -> Result<SynonymGroup, Error> {
        let request = CreateSynonymGroupRequest { actor: Some(editor()), words: words(list) };
        Ok(self.staff().create_synonym_group(request).await?.into_inner().group.unwrap())
    }

    async fn replace_words(&self, group: &SynonymGroup, list: &[&str]) -> Result<SynonymGroup, Error> {
        let request = UpdateSynonymGroupRequest {
            actor: Some(editor()),
            group_id: group.group_id,
            words: words(list),
            version: group.version,
        };
        Ok(self.staff().update_synonym_group(request).await?.into_inner().group.unwrap())
    }

    async fn set_rule(&self, text: &str, action: SearchRuleAction) -> Result<SearchRule, Error> {
        let request =
            SetSearchRuleRequest { actor: Some(editor()), text: text.to_owned(), action: action.into() };
        Ok(self.staff().set_search_rule(request).await?.into_inner().rule.unwrap())
    }

    async fn searched(&self, text: &str, visitors: usize) {
        for visitor in 0..visitors {
            self.record(text, &format!("visitor {visitor}"), None).await.unwrap();
        }
    }

    /// Records this number of texts that find something, each of five visitors.
    async fn found_by_five(&self, texts: i64) {
        let tables = self.search_tables().await;
        let mut tx = tables.begin().await.unwrap();
        let sql = "INSERT INTO search_log (text_key, visitor, text, at) \
             WITH RECURSIVE number(n) AS (SELECT CAST(1 AS BIGINT) UNION ALL \
               SELECT n + 1 FROM number WHERE n < CAST($2 AS BIGINT) * 5) \
             SELECT 'key ' || CAST(n % CAST($2 AS BIGINT) AS TEXT), 'visitor ' || CAST(n / CAST($2 AS BIGINT) AS TEXT), \
               'cement', CAST($1 AS BIGINT) FROM number";
        heuan_store::run!(tx, sql, self.clock.now_ms(), texts).unwrap();
        let sql = "INSERT INTO search_count (text_key, text, visitors, clicked_visitors, last_at) \
             SELECT text_key, MAX(text), COUNT(*), 0, MAX(at) FROM search_log WHERE text_key LIKE 'key %' GROUP BY text_key";
        heuan_store::run!(tx, sql).unwrap();
        tx.commit().await.unwrap();
        tables.close().await;
    }

    async fn opened(&self, text: &str, visitor: usize) {
        let request =
            RecordSearchClickRequest { text: text.to_owned(), visitor: format!("visitor {visitor}") };
        self.client().record_search_click(request).await.unwrap();
    }
}

#[rstest]
#[tokio::test]
async fn searches_are_listed_with_visitors_clicks_and_result(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&PRODUCTS).await;
    shop.finds("cement", &[2]).await;
    shop.searched("cement", 6).await;
    shop.searched("tap", 5).await;
    shop.searched("spigotte", 4).await;
    shop.searched("020 5512 3456", 4).await;
    shop.searched("rare", 2).await;
    // Once a visitor, and not without the search.
    for visitor in [0, 0, 1, 77] {
        shop.opened(" CEMENT ", visitor).await;
    }
    let seen = |list: &[SearchInsight]| -> Vec<(String, i64, i64, bool)> {
        list.iter().map(|it| (it.text.clone(), it.visitors, it.clicked_visitors, it.has_result)).collect()
    };
    let all = seen(&shop.insights(SearchView::Unspecified).await);
    let (cement, tap) = (("cement".to_owned(), 6, 2, true), ("tap".to_owned(), 5, 0, true));
    let spigotte = ("spigotte".to_owned(), 4, 0, false);
    assert_eq!(all, [cement, tap.clone(), spigotte.clone()]);
    assert_eq!(seen(&shop.insights(SearchView::WithoutResult).await), [spigotte]);
    assert_eq!(seen(&shop.insights(SearchView::FewClicks).await), [tap]);
}

/// Milliseconds for which a search counts.
fn window() -> i64 {
    config().popular_window_ms()
}

/// Texts with their visitors and the visitors that opened a product.
fn counts(list: &[SearchInsight]) -> Vec<(&str, i64, i64)> {
    list.iter().map(|it| (it.text.as_str(), it.visitors, it.clicked_visitors)).collect()
}

#[rstest]
#[tokio::test]
async fn search_counts_once_a_visitor_until_its_time_has_passed(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.searched("tile", 4).await;
    shop.opened("tile", 0).await;
    shop.clock.advance(window() - 1);
    // Visitors 0 and 1 search again, and visitor 1 opens a product.
    shop.searched("tile", 2).await;
    shop.opened("tile", 1).await;
    assert_eq!(counts(&shop.insights(SearchView::Unspecified).await), [("tile", 4, 2)]);
    shop.clock.advance(1);
    assert!(shop.insights(SearchView::Unspecified).await.is_empty(), "two visitors are too few");
    shop.searched("tile", 3).await;
    assert_eq!(counts(&shop.insights(SearchView::Unspecified).await), [("tile", 3, 2)]);
}

#[rstest]
#[tokio::test]
async fn searches_that_the_previous_release_logged_are_counted_and_old_ones_are_deleted_after_a_restart(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.searched("tile", 3).await;
    let now = shop.clock.now_ms();
    let tables = shop.search_tables().await;
    let mut tx = tables.begin().await.unwrap();
    let logged = [
        ("pump", "a", 0),
        ("pump", "b", 1),
        ("pump", "c", window() - 1),
        ("pump", "d", window()),
        ("drill", "a", window()),
    ];
    for (text, visitor, age) in logged {
        let sql = "INSERT INTO search_log (text_key, visitor, text, at) VALUES ($1, $2, $1, $3)";
        heuan_store::run!(tx, sql, text, visitor, now - age).unwrap();
    }
    tx.commit().await.unwrap();
    let shop = Shop::reopen(shop.close().await, config()).await;
    eventually("the log is cleaned up", async || {
        let rows: i64 = heuan_store::read!(tables, |pool| {
            sqlx::query_scalar("SELECT COUNT(*) FROM search_log").fetch_one(pool).await.unwrap()
        });
        rows == 6
    })
    .await;
    let list = shop.insights(SearchView::Unspecified).await;
    assert_eq!(counts(&list), [("pump", 3, 0), ("tile", 3, 0)]);
    tables.close().await;
}

#[rstest]
#[tokio::test]
async fn search_leaves_the_list_without_result_when_a_product_has_its_name_and_returns_after_it(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&PRODUCTS).await;
    shop.finds("cement", &[2]).await;
    shop.searched("spigotte", 4).await;
    let missed = async || {
        let page = shop.insight_page(SearchView::WithoutResult, "", "", 10).await.unwrap();
        (page.searches.len(), page.total)
    };
    assert_eq!(missed().await, (1, 1));
    shop.shelve(&[(3, "ສະປິກົອດ", "Spigotte")]).await;
    shop.finds("spigotte", &[3]).await;
    assert_eq!(missed().await, (0, 0));
    assert!(shop.without_result().await.is_empty());
    shop.shelve(&[(3, "ທໍ່", "Pipe")]).await;
    shop.finds("spigotte", &[]).await;
    eventually("the search is listed again", async || missed().await == (1, 1)).await;
    assert_eq!(shop.without_result().await, [("spigotte".to_owned(), 4)]);
}

#[rstest]
#[tokio::test]
async fn search_without_result_is_listed_and_counted_below_many_more_frequent_searches(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&PRODUCTS).await;
    shop.finds("cement", &[2]).await;
    shop.searched("spigotte", 4).await;
    shop.found_by_five(1500).await;
    let page = async |view: SearchView| shop.insight_page(view, "", "", 3).await.unwrap();
    let missed = page(SearchView::WithoutResult).await;
    let texts: Vec<&str> = missed.searches.iter().map(|it| it.text.as_str()).collect();
    assert_eq!((texts, missed.total, missed.next_cursor.as_str()), (vec!["spigotte"], 1, ""));
    let all = page(SearchView::Unspecified).await;
    assert_eq!((all.searches.len(), all.total), (3, 1501));
    assert!(all.searches.iter().all(|it| it.has_result));
    assert_eq!(page(SearchView::FewClicks).await.total, 1500);
    assert_eq!(shop.without_result().await, [("spigotte".to_owned(), 4)]);
}

#[rstest]
#[tokio::test]
async fn list_says_that_it_is_of_the_most_frequent_searches_only_if_there_are_more(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&PRODUCTS).await;
    shop.finds("cement", &[2]).await;
    shop.searched("spigotte", 4).await;
    shop.found_by_five(1_999).await;
    let page = async |view: SearchView, search: &str| {
        let page = shop.insight_page(view, search, "", 3).await.unwrap();
        (page.total, page.limited_to)
    };
    assert_eq!(page(SearchView::WithoutResult, "").await, (1, None));
    assert_eq!(page(SearchView::Unspecified, "").await, (2_000, None));
    // The search without a result is now the one after the limit.
    shop.searched("cement", 6).await;
    assert_eq!(page(SearchView::WithoutResult, "").await, (0, Some(2_000)));
    assert_eq!(page(SearchView::FewClicks, "").await, (2_000, Some(2_000)));
    assert_eq!(page(SearchView::Unspecified, "").await, (2_000, Some(2_000)));
    assert_eq!(page(SearchView::WithoutResult, "spig").await, (1, None));
}

#[rstest]
#[tokio::test]
async fn staff_synonym_applies_until_it_is_changed_or_deleted(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&PRODUCTS).await;
    shop.finds("cement", &[2]).await;
    assert_eq!(shop.ids("glueflour").await, [0; 0]);
    let group = shop.add_words(&["glueflour", " cement "]).await.unwrap();
    assert_eq!((group.words.clone(), group.version), (words(&["glueflour", "cement"]), 1));
    assert_eq!(group.updated_by, "Noy");
    shop.finds("glueflour", &[2]).await;

    let same = shop.add_words(&["Cement", "glueflour"]).await.unwrap_err();
    assert_eq!((same.code, same.detail.reason.as_str()), (Code::Conflict, "synonym_exists"));
    let changed = shop.replace_words(&group, &["glueflour", "water tap"]).await.unwrap();
    shop.finds("glueflour", &[1]).await;
    let outdated = shop.replace_words(&group, &["a1", "b1"]).await.unwrap_err();
    assert_eq!(outdated.detail.reason, "synonyms_changed");

    // The groups are still in use after a restart.
    let shop = Shop::reopen(shop.close().await, config()).await;
    shop.finds("glueflour", &[1]).await;
    let list = shop.group_page("", "", 50).await.unwrap();
    assert_eq!(list.groups, std::slice::from_ref(&changed));

    // A former member of the staff is forgotten, and the words stay.
    let personal = PersonalData::open(&shop.tables.location).await.unwrap();
    personal.erase(7).await.unwrap();
    personal.close().await;
    let changed = SynonymGroup { updated_by: String::new(), ..changed };
    let request =
        DeleteSynonymGroupRequest { actor: Some(editor()), group_id: changed.group_id, version: None };
    let shown = DeleteSynonymGroupRequest { version: Some(group.version), ..request.clone() };
    let outdated = Error::from(shop.staff().delete_synonym_group(shown).await.unwrap_err());
    assert_eq!((outdated.code, outdated.detail.reason.as_str()), (Code::Conflict, "synonyms_changed"));
    shop.finds("glueflour", &[1]).await;
    let request = DeleteSynonymGroupRequest { version: Some(changed.version), ..request };
    let deleted = shop.staff().delete_synonym_group(request.clone()).await.unwrap().into_inner();
    assert_eq!(deleted.group, Some(changed.clone()));
    shop.finds("glueflour", &[]).await;
    let again = shop.staff().delete_synonym_group(request).await.unwrap().into_inner();
    assert_eq!(again.group, None);
    let unknown = shop.replace_words(&changed, &["a1", "b1"]).await.unwrap_err();
    assert_eq!(unknown.code, Code::NotFound);
}

#[rstest]
#[tokio::test]
async fn pinned_search_is_first_and_blocked_one_is_absent_from_popular_searches(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&PRODUCTS).await;
    shop.finds("cement", &[2]).await;
    shop.searched("cement", 6).await;
    shop.searched("tap", 5).await;
    let rule = shop.set_rule("Water tap", SearchRuleAction::Pin).await.unwrap();
    assert!(rule.has_result);
    shop.clock.advance(1);
    // It finds nothing, and is not shown.
    assert!(!shop.set_rule("spigotte", SearchRuleAction::Pin).await.unwrap().has_result);
    shop.set_rule("TAP", SearchRuleAction::Block).await.unwrap();
    let shown = |list: Vec<(String, i64)>| -> Vec<String> { list.into_iter().map(|it| it.0).collect() };
    eventually("the rules are in use", async || shown(shop.popular().await) == ["Water tap", "cement"]).await;
    let request = ListSearchRulesRequest { actor: Some(editor()) };
    let rules = shop.staff().list_search_rules(request).await.unwrap().into_inner().rules;
    assert_eq!(
        rules.iter().map(|it| (it.text.as_str(), it.action())).collect::<Vec<_>>(),
        [
            ("Water tap", SearchRuleAction::Pin),
            ("spigotte", SearchRuleAction::Pin),
            ("TAP", SearchRuleAction::Block)
        ]
    );
    let listed = shop.insights(SearchView::Unspecified).await;
    let tap = listed.iter().find(|it| it.text == "tap").unwrap();
    assert_eq!(tap.rule(), SearchRuleAction::Block);
    for text in ["tap", "WATER TAP", "unknown"] {
        let request = DeleteSearchRuleRequest { actor: Some(editor()), text: text.to_owned() };
        shop.staff().delete_search_rule(request).await.unwrap();
    }
    eventually("popular as before", async || shown(shop.popular().await) == ["cement", "tap"]).await;
}

#[tokio::test]
async fn pinned_searches_are_limited() {
    let shop = Shop::open(Engine::Sqlite).await;
    for number in 0..20 {
        shop.set_rule(&format!("cement {number}"), SearchRuleAction::Pin).await.unwrap();
    }
    let full = shop.set_rule("one more", SearchRuleAction::Pin).await.unwrap_err();
    assert_eq!(full.detail.reason, "rule_limit");
    // A pinned one can be pinned again, and blocked.
    shop.set_rule("Cement 3", SearchRuleAction::Pin).await.unwrap();
    shop.set_rule("cement 3", SearchRuleAction::Block).await.unwrap();
    shop.set_rule("one more", SearchRuleAction::Pin).await.unwrap();
}

#[rstest]
#[case(SearchActorRole::Unspecified)]
#[case(SearchActorRole::Customer)]
#[case(SearchActorRole::Clerk)]
#[tokio::test]
async fn call_of_another_role_is_refused(#[case] role: SearchActorRole) {
    let shop = Shop::open(Engine::Sqlite).await;
    let mut staff = shop.staff();
    let actor = Some(actor(role));
    let list = ListSearchesRequest { actor: actor.clone(), limit: 5, ..Default::default() };
    let create = CreateSynonymGroupRequest { actor: actor.clone(), words: words(&["a1", "b1"]) };
    let update = UpdateSynonymGroupRequest { actor: actor.clone(), group_id: 1, words: vec![], version: 1 };
    let delete = DeleteSynonymGroupRequest { actor: actor.clone(), group_id: 1, version: None };
    let set = SetSearchRuleRequest {
        actor: actor.clone(),
        text: "tap".to_owned(),
        action: SearchRuleAction::Pin.into(),
    };
    let free = DeleteSearchRuleRequest { actor: actor.clone(), text: "tap".to_owned() };
    let missed = ListSearchesWithoutResultRequest { limit: 5, actor: actor.clone() };
    let refused = [
        shop.client().list_searches_without_result(missed).await.err(),
        staff.list_searches(list).await.err(),
        staff
            .list_synonym_groups(ListSynonymGroupsRequest {
                actor: actor.clone(),
                limit: 5,
                ..Default::default()
            })
            .await
            .err(),
        staff.create_synonym_group(create).await.err(),
        staff.update_synonym_group(update).await.err(),
        staff.delete_synonym_group(delete).await.err(),
        staff.list_search_rules(ListSearchRulesRequest { actor }).await.err(),
        staff.set_search_rule(set).await.err(),
        staff.delete_search_rule(free).await.err(),
    ];
    for status in refused {
        let error = Error::from(status.expect("refused"));
        assert_eq!((error.code, error.detail.reason.as_str()), (Code::PermissionDenied, "role"));
    }
}

#[rstest]
#[tokio::test]
async fn searches_are_paged_and_filtered_by_text(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(&PRODUCTS).await;
    shop.finds("cement", &[2]).await;
    for (text, visitors) in [("cement", 6), ("tap", 5), ("cement 50%", 5), ("white cement", 4), ("cent", 3)] {
        shop.searched(text, visitors).await;
        shop.clock.advance(1);
    }
    let texts = |page: &ListSearchesResponse| -> Vec<String> {
        page.searches.iter().map(|it| it.text.clone()).collect()
    };
    let all = SearchView::Unspecified;
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = shop.insight_page(all, "", &cursor, 2).await.unwrap();
        assert_eq!(page.total, 5);
        seen.extend(texts(&page));
        cursor = page.next_cursor;
        if cursor.is_empty() {
            break;
        }
    }
    assert_eq!(seen, ["cement", "cement 50%", "tap", "white cement", "cent"]);
    let found = shop.insight_page(all, " CEMENT ", "", 2).await.unwrap();
    assert_eq!((texts(&found), found.total), (words(&["cement", "cement 50%"]), 3));
    let rest = shop.insight_page(all, "CEMENT", &found.next_cursor, 2).await.unwrap();
    assert_eq!((texts(&rest), rest.next_cursor.as_str()), (words(&["white cement"]), ""));
    // A wildcard of the database is an ordinary character.
    assert_eq!(texts(&shop.insight_page(all, "%", "", 9).await.unwrap()), words(&["cement 50%"]));
    for (search, cursor, field) in [("", "odd", "cursor"), (&*"x".repeat(201), "", "search")] {
        let error = shop.insight_page(all, search, cursor, 2).await.unwrap_err();
        assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, field));
    }
}

#[rstest]
#[tokio::test]
async fn synonym_groups_are_paged_and_filtered_by_word(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    for list in [["tap", "faucet"], ["cement", "ຊີມັງ"], ["Cementboard", "panel"], ["glue", "adhesive"]]
    {
        shop.add_words(&list).await.unwrap();
        shop.clock.advance(1);
    }
    let firsts = |page: &ListSynonymGroupsResponse| -> Vec<String> {
        page.groups.iter().map(|it| it.words[0].clone()).collect()
    };
    let first = shop.group_page("", "", 3).await.unwrap();
    assert_eq!((firsts(&first), first.total), (words(&["glue", "Cementboard", "cement"]), 4));
    let rest = shop.group_page("", &first.next_cursor, 3).await.unwrap();
    assert_eq!((firsts(&rest), rest.total, rest.next_cursor.as_str()), (words(&["tap"]), 4, ""));
    let found = shop.group_page("CEMENT", "", 1).await.unwrap();
    assert_eq!((firsts(&found), found.total), (words(&["Cementboard"]), 2));
    let rest = shop.group_page("CEMENT", &found.next_cursor, 1).await.unwrap();
    assert_eq!((firsts(&rest), rest.next_cursor.as_str()), (words(&["cement"]), ""));
    assert_eq!(firsts(&shop.group_page("ຊີມັງ", "", 9).await.unwrap()), words(&["cement"]));
    for (search, cursor, limit, field) in
        [("", "odd", 2, "cursor"), ("", "", 101, "limit"), (&*"x".repeat(201), "", 2, "search")]
    {
        let error = shop.group_page(search, cursor, limit).await.unwrap_err();
        assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, field));
    }
}

#[rstest]
#[tokio::test]
async fn matching_products_are_all_hits_and_not_only_a_page(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    let names: Vec<String> = (1..=450).map(|number| format!("Cement bag {number}")).collect();
    let names = names.iter().zip(1..).map(|(name, pro_id)| (pro_id, "", name.as_str()));
    shop.shelve(&names.collect::<Vec<_>>()).await;
    eventually("all products are searchable", async || {
        shop.matching(editor(), "cement", 1).await.is_ok_and(|found| found.total == 450)
    })
    .await;
    let found = shop.matching(editor(), "cement", 20_001).await.unwrap();
    let mut pro_ids = found.pro_ids.clone();
    pro_ids.sort_unstable();
    assert_eq!((pro_ids, found.total), ((1..=450).collect(), 450));
    let first = shop.matching(editor(), "cement", 2).await.unwrap();
    assert_eq!((&first.pro_ids[..], first.total), (&found.pro_ids[..2], 450));

    let clerk = shop.matching(actor(SearchActorRole::Clerk), "cement", 2).await.unwrap_err();
    assert_eq!((clerk.code, clerk.detail.reason.as_str()), (Code::PermissionDenied, "role"));
    for (text, limit, field) in [("!?", 2, "text"), ("cement", 0, "limit"), ("cement", 50_001, "limit")] {
        let error = shop.matching(editor(), text, limit).await.unwrap_err();
        assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, field));
    }
}
