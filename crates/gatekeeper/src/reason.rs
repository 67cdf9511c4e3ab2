//! Why a verdict fell, what else is worth showing, and which kinds of secret a call carries: three closed vocabularies.
//!
//! The codes are stored, sent to the panel and told to the model, so they never change meaning. Sentences are not made here.

use crate::vocabulary::vocabulary;

vocabulary! {
    /// The one reason that is reported with a verdict.
    Reason {
        /// Not in the table of tools: refused until somebody says what it does.
        UnknownTool = "unknown_tool",
        ExemptTool = "exempt_tool",
        NoTarget = "no_target",
        /// A page of an extension: there the Allow button lives.
        SelfTarget = "self_target",
        InternalScheme = "internal_scheme",
        InvalidUrl = "invalid_url",
        ScriptScheme = "script_scheme",
        FileScheme = "file_scheme",
        BlobScheme = "blob_scheme",
        UnsupportedScheme = "unsupported_scheme",
        UserinfoInUrl = "userinfo_in_url",
        CloudMetadata = "cloud_metadata",
        PrivateNetwork = "private_network",
        LookalikeSensitive = "lookalike_sensitive",
        Lookalike = "lookalike",
        SensitiveSite = "sensitive_site",
        SensitiveRead = "sensitive_read",
        SensitiveWriteConfirm = "sensitive_write_confirm",
        HostPermission = "host_permission",
        OpaqueOrigin = "opaque_origin",
        RepeatAfterDenial = "repeat_after_denial",
        AfterDenial = "after_denial",
        TooManyDenials = "too_many_denials",
        RuleDeny = "rule_deny",
        RuleAsk = "rule_ask",
        RuleAllow = "rule_allow",
        SecretInUrl = "secret_in_url",
        SensitiveOverHttp = "sensitive_over_http",
        PasswordThirdParty = "password_third_party",
        SensitivePayload = "sensitive_payload",
        CrossSiteFlow = "cross_site_flow",
        UrlData = "url_data",
        CrossSiteAfterSensitive = "cross_site_after_sensitive",
        RedirectCrossSite = "redirect_cross_site",
        RedirectDenied = "redirect_denied",
        AlwaysConfirm = "always_confirm",
        SessionGrant = "session_grant",
        PolicyAlways = "policy_always",
        PolicyRead = "policy_read",
        PolicyBrowserData = "policy_browser_data",
        PolicyAuto = "policy_auto",
        PolicyUntrusted = "policy_untrusted",
        /// A batch has one to eight items.
        BatchTooLarge = "batch_too_large",
        BatchToolNotAllowed = "batch_tool_not_allowed",
        Approved = "approved",
        UserDeclined = "user_declined",
        ApprovalExpired = "approval_expired",
        ApprovalReplayed = "approval_replayed",
        ApprovalUntrustedSender = "approval_untrusted_sender",
        ApprovalUnknown = "approval_unknown",
        ApprovalMismatch = "approval_mismatch",
        TargetDrift = "target_drift",
        StaleDocument = "stale_document",
        ElementChanged = "element_changed",
        Occluded = "occluded",
    }
}

vocabulary! {
    /// What the card shows beside the reason, in alphabetical order.
    Flag {
        AfterDenial = "after_denial",
        AlwaysConfirm = "always_confirm",
        BrowserData = "browser_data",
        CrossOriginFrame = "cross_origin_frame",
        CrossSiteAfterSensitive = "cross_site_after_sensitive",
        CrossSiteFlow = "cross_site_flow",
        EscalationL2 = "escalation_l2",
        FormElsewhere = "form_elsewhere",
        Idn = "idn",
        Lookalike = "lookalike",
        OpaqueOrigin = "opaque_origin",
        PrivateNetwork = "private_network",
        RedirectCrossSite = "redirect_cross_site",
        SensitivePayload = "sensitive_payload",
        SensitiveRead = "sensitive_read",
        SensitiveSite = "sensitive_site",
        ThirdParty = "third_party",
        UrlData = "url_data",
    }
}

vocabulary! {
    /// Kinds of data that should not leave without a word.
    PayloadClass {
        ApiKey = "api_key",
        CardNumber = "card_number",
        Email = "email",
        Iban = "iban",
        Jwt = "jwt",
        Password = "password",
        PrivateKey = "private_key",
    }
}
