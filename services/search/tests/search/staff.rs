//! Search statistics for the staff, synonyms, and pinned and blocked searches, on both databases.

use heuan_proto::search::v1::{
    CreateSynonymGroupRequest, DeleteSearchRuleRequest, DeleteSynonymGroupRequest, ListSearchRulesRequest,
    ListSearchesRequest, ListSynonymGroupsRequest, RecordSearchClickRequest, SearchActor, SearchActorRole,
    SearchInsight, SearchRule, SearchRuleAction, SearchView, SetSearchRuleRequest, SynonymGroup,
    UpdateSynonymGroupRequest,
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
        let request = ListSearchesRequest { actor: Some(editor()), view: view.into(), limit: 50 };
        self.staff().list_searches(request).await.unwrap().into_inner().searches
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
    let request = ListSynonymGroupsRequest { actor: Some(editor()) };
    let list = shop.staff().list_synonym_groups(request).await.unwrap().into_inner();
    assert_eq!(list.groups, std::slice::from_ref(&changed));

    // A former member of the staff is forgotten, and the words stay.
    let personal = PersonalData::open(&shop.tables.location).await.unwrap();
    personal.erase(7).await.unwrap();
    personal.close().await;
    let changed = SynonymGroup { updated_by: String::new(), ..changed };
    let request = DeleteSynonymGroupRequest { actor: Some(editor()), group_id: changed.group_id };
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
    let delete = DeleteSynonymGroupRequest { actor: actor.clone(), group_id: 1 };
    let set = SetSearchRuleRequest {
        actor: actor.clone(),
        text: "tap".to_owned(),
        action: SearchRuleAction::Pin.into(),
    };
    let free = DeleteSearchRuleRequest { actor: actor.clone(), text: "tap".to_owned() };
    let refused = [
        staff.list_searches(list).await.err(),
        staff.list_synonym_groups(ListSynonymGroupsRequest { actor: actor.clone() }).await.err(),
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
