//! Right passwords and codes whose change is not written, as on a full disk: they are not counted as wrong, so that they can be entered
//! again once there is space. Both databases.

use heuan_accounts::Config;
use heuan_proto::accounts::v1::{
    BeginSecondFactorRequest, ChangePasswordRequest, CloseAccountRequest, CodePurpose,
    ProveIdentifierRequest, RequestCodeRequest, Session, UpdateProfileRequest,
    staff_service_client::StaffServiceClient,
};
use heuan_rpc::{Code, Error, Transport};
use heuan_testkit::Engine;
use rstest::rstest;

use crate::{
    codes::{ask, client, code_for, mark_verified, reset},
    second_factor,
    support::{MINUTE, PASSWORD, PHONE, TestAccounts, accept_writes, config, refuse_writes},
};

const OTHER: &str = "020 5599 9999";
const ADDRESS: &str = "10.0.0.1";

/// A step that a right secret permits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    ChangePassword,
    ChangePhoneByPassword,
    ChangePhoneByCode,
    CloseByPassword,
    CloseByCode,
    ProveNumber,
    ResetBySentCode,
    ResetByStaffCode,
    RequestCode,
    BeginSecondFactor,
    ConfirmSecondFactor,
    VerifyByApp,
    VerifyByRecoveryCode,
}

/// Input of a step.
struct Secrets {
    customer_id: i64,
    session: Session,
    code: String,
    /// Code that was sent to [`OTHER`].
    code_of_other: String,
}

impl Step {
    /// The write that is refused.
    fn refused(self) -> (&'static str, &'static str) {
        match self {
            Self::ChangePassword
            | Self::ChangePhoneByPassword
            | Self::ChangePhoneByCode
            | Self::ResetBySentCode
            | Self::ResetByStaffCode
            | Self::RequestCode => ("INSERT", "outbox"),
            Self::CloseByPassword | Self::CloseByCode => ("INSERT", "erasure"),
            Self::ProveNumber => ("UPDATE", "customer"),
            Self::BeginSecondFactor => ("INSERT", "second_factor"),
            Self::ConfirmSecondFactor => ("INSERT", "recovery_code"),
            Self::VerifyByApp | Self::VerifyByRecoveryCode => ("UPDATE", "session"),
        }
    }

    async fn prepare(self, service: &TestAccounts) -> Secrets {
        match self {
            Self::BeginSecondFactor
            | Self::ConfirmSecondFactor
            | Self::VerifyByApp
            | Self::VerifyByRecoveryCode => self.prepare_staff(service).await,
            _ => self.prepare_customer(service).await,
        }
    }

    async fn prepare_customer(self, service: &TestAccounts) -> Secrets {
        let (customer, session) = service.noy().await;
        let customer_id = customer.customer_id;
        let sent = async |purpose: CodePurpose, identifier: &str| {
            let request = RequestCodeRequest { customer_id, ..code_for(purpose, identifier) };
            let code = ask(service, request).await.unwrap().code;
            // The next one is the last.
            service.clock.advance(1);
            code
        };
        let mut secrets = Secrets { customer_id, session, code: String::new(), code_of_other: String::new() };
        match self {
            Self::ChangePhoneByPassword => secrets.code_of_other = sent(CodePurpose::Verify, OTHER).await,
            Self::ChangePhoneByCode => {
                secrets.code = sent(CodePurpose::Confirm, "").await;
                secrets.code_of_other = sent(CodePurpose::Verify, OTHER).await;
            }
            Self::CloseByCode => secrets.code = sent(CodePurpose::Confirm, "").await,
            Self::ProveNumber => secrets.code = sent(CodePurpose::Verify, PHONE).await,
            Self::ResetBySentCode => {
                mark_verified(service, customer_id, PHONE).await.unwrap();
                service.clock.advance(MINUTE);
                secrets.code = sent(CodePurpose::Reset, PHONE).await;
            }
            Self::ResetByStaffCode => {
                secrets.code = service.accounts.service().issue_reset_code(customer_id).await.unwrap().code;
            }
            _ => {}
        }
        secrets
    }

    async fn prepare_staff(self, service: &TestAccounts) -> Secrets {
        let (customer_id, session) = second_factor::clerk(service).await;
        let mut secrets = Secrets { customer_id, session, code: String::new(), code_of_other: String::new() };
        if self == Self::BeginSecondFactor {
            return secrets;
        }
        let app = second_factor::begin(service, customer_id, PASSWORD).await.unwrap();
        secrets.code = second_factor::code(service, &app);
        if self == Self::ConfirmSecondFactor {
            return secrets;
        }
        let confirmed = second_factor::confirm(service, customer_id, &secrets.session, &secrets.code);
        let recovery = confirmed.await.unwrap();
        service.clock.advance(MINUTE);
        secrets.code = match self {
            Self::VerifyByApp => second_factor::code(service, &app),
            _ => recovery[0].clone(),
        };
        secrets
    }

    async fn take(self, service: &TestAccounts, secrets: &Secrets) -> Result<(), Error> {
        let Secrets { customer_id, session, code, code_of_other } = secrets;
        let (customer_id, client_address) = (*customer_id, ADDRESS.to_owned());
        match self {
            Self::ChangePassword => {
                let request = ChangePasswordRequest {
                    customer_id,
                    current_password: PASSWORD.to_owned(),
                    new_password: "battery staple".to_owned(),
                    token: session.token.clone(),
                    client_address,
                    ..Default::default()
                };
                service.client().change_password(request).await?;
            }
            Self::ChangePhoneByPassword | Self::ChangePhoneByCode => {
                let password = if self == Self::ChangePhoneByPassword { PASSWORD } else { "" };
                let request = UpdateProfileRequest {
                    customer_id,
                    fname: "Noy".to_owned(),
                    lname: "Keo".to_owned(),
                    phone: OTHER.to_owned(),
                    current_password: password.to_owned(),
                    current_code: code.clone(),
                    phone_code: code_of_other.clone(),
                    verify_phone: true,
                    client_address,
                    ..Default::default()
                };
                service.client().update_profile(request).await?;
            }
            Self::CloseByPassword | Self::CloseByCode => {
                let password = if self == Self::CloseByPassword { PASSWORD } else { "" };
                let (password, code) = (password.to_owned(), code.clone());
                let request = CloseAccountRequest { customer_id, password, code, client_address };
                client(service).close_account(request).await?;
            }
            Self::ProveNumber => {
                let (identifier, code) = (PHONE.to_owned(), code.clone());
                let request = ProveIdentifierRequest { customer_id, identifier, code, client_address };
                client(service).prove_identifier(request).await?;
            }
            Self::ResetBySentCode | Self::ResetByStaffCode => {
                reset(service, PHONE, code).await?;
            }
            Self::RequestCode => {
                client(service).request_code(code_for(CodePurpose::SignIn, PHONE)).await?;
            }
            Self::BeginSecondFactor => {
                let current_password = PASSWORD.to_owned();
                let request = BeginSecondFactorRequest { customer_id, current_password, client_address };
                let routes = service.accounts.routes();
                let transport = Transport::in_process(routes, std::time::Duration::from_secs(120));
                StaffServiceClient::new(transport).begin_second_factor(request).await?;
            }
            Self::ConfirmSecondFactor => {
                second_factor::confirm(service, customer_id, session, code).await?;
            }
            Self::VerifyByApp | Self::VerifyByRecoveryCode => {
                second_factor::verify(service, customer_id, session, code).await?;
            }
        }
        Ok(())
    }
}

#[rstest]
#[tokio::test]
async fn right_secret_whose_change_is_not_written_can_be_entered_again(
    #[values(
        Step::ChangePassword,
        Step::ChangePhoneByPassword,
        Step::ChangePhoneByCode,
        Step::CloseByPassword,
        Step::CloseByCode,
        Step::ProveNumber,
        Step::ResetBySentCode,
        Step::ResetByStaffCode,
        Step::RequestCode,
        Step::BeginSecondFactor,
        Step::ConfirmSecondFactor,
        Step::VerifyByApp,
        Step::VerifyByRecoveryCode
    )]
    step: Step,
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config {
        failed_logins_per_account_and_address: 2,
        wrong_second_factors: 2,
        code_tries: 2,
        codes_per_recipient: 2,
        wrong_codes_per_recipient: 2,
        wrong_codes_per_address: 2,
        ..config()
    };
    let service = TestAccounts::with(engine, limits).await;
    let secrets = step.prepare(&service).await;
    let (kind, table) = step.refused();
    refuse_writes(&service, engine, kind, table).await;
    // One more than the limits admit.
    for _ in 0..3 {
        let error = step.take(&service, &secrets).await.unwrap_err();
        assert!(matches!(error.code, Code::Unavailable | Code::Internal), "{error:?}");
    }
    accept_writes(&service, engine, table).await;
    step.take(&service, &secrets).await.unwrap();
}
