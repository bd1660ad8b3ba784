// Made of the API by `npm run client`; not to be edited.

export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the process runs
         * @description Says nothing of the database or the queue, so that an outage of these restarts no process.
         */
        get: operations["checkAlive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the process takes requests
         * @description Answers 503 where the process cannot write to its database within 2 seconds, or is stopping; `data` then has the same fields.
         */
        get: operations["checkReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/widget-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a token for a visitor's browser
         * @description Needs no credentials, but an Origin that the application allows; one IP address gets 30 tokens a minute (`MINT_MINUTE_LIMIT`). The token opens sessions, reaches those of its visitor alone, and works for no other origin. The one answer without an envelope.
         */
        post: operations["mintWidgetToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read who is signed in
         * @description Tells the user, and the `csrf_token` again, for a page that was loaded anew.
         */
        get: operations["readSignedInUser"];
        put?: never;
        /**
         * Sign in to the dashboard
         * @description Sets the cookie of a session, which ends after 12 hours without a request and after 7 days in all; a session that the request already has ends at once. One IP address has 10 tries a minute (`SIGN_IN_MINUTE_LIMIT`), and one account 20 wrong passwords in 15 minutes from one network or known browser (`ACCOUNT_SIGN_IN_LIMIT`), and as many wrong codes. Of a user with an authenticator app, the password alone answers 409 `second_factor_required`.
         */
        post: operations["signIn"];
        /**
         * Sign out
         * @description Ends this session at the dashboard, and takes back its cookie.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/sign-in-ways": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how people sign in
         * @description For the page before the sign-in.
         */
        get: operations["readSignInWays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change your name
         * @description Changes what the dashboard calls you.
         */
        patch: operations["changeAccount"];
        trace?: never;
    };
    "/api/v1/account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your password
         * @description Ends all your other sessions. A wrong `current_password` counts as a try to sign in (`ACCOUNT_SIGN_IN_LIMIT`).
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List where you are signed in
         * @description A session ends after 12 hours without a request, and after 7 days in all.
         */
        get: operations["listOwnSessions"];
        put?: never;
        post?: never;
        /**
         * Sign out everywhere, here as well
         * @description Ends all your sessions at the dashboard, and takes back the cookie of this one.
         */
        delete: operations["signOutEverywhere"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign out one of your sessions
         * @description Answers 0 `ended_sessions` where you have no such session, or it has ended.
         */
        delete: operations["endOwnSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the users of the dashboard
         * @description Users of your organization, oldest first by default.
         */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a user, who is signed out at once
         * @description Answers 409 `last_owner` for the last owner of the organization. Takes effect from the next request on.
         *
         *     For owners only: other users of the dashboard get 403 `scope`.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Change the role of a user, or whether they may sign in
         * @description Answers 409 `last_owner` for the last owner of the organization. Takes effect from the next request on.
         *
         *     For owners only: other users of the dashboard get 403 `scope`.
         */
        patch: operations["changeUser"];
        trace?: never;
    };
    "/api/v1/users/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign a user out everywhere
         * @description Ends all their sessions at the dashboard; they can sign in again.
         *
         *     For owners only: other users of the dashboard get 403 `scope`.
         */
        delete: operations["endUserSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the invitations that nobody has accepted
         * @description With those whose time is over, for 30 days.
         *
         *     For owners only: other users of the dashboard get 403 `scope`.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite somebody
         * @description Sends the link by mail where the operator has set a mail server (`is_mailed`). Otherwise you hand it over: `/dashboard/invitation#` and the `token`, which is shown once, works once, and ends after 7 days. Inviting an address again gives another link and ends the first. Answers 409 `email_taken` for a user of your organization; it does not tell whether other organizations know the address.
         *
         *     For owners only: other users of the dashboard get 403 `scope`.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an invitation
         * @description Its link works no more.
         *
         *     For owners only: other users of the dashboard get 403 `scope`.
         */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read what an invitation is for
         * @description For the page that the link opens. Answers 404 to the token of an invitation that was used or revoked, or is past its time.
         */
        post: operations["readInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description Creates the user and signs them in. Answers 404 to the token of an invitation that was used or revoked, or is past its time.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/password-resets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a link to choose another password
         * @description Sends a mail with a link, which works once, within 30 minutes; of somebody who works for several organizations, one link for each. Answers the same whether or not a user has the address. One address gets at most 5 such mails an hour. Answers 503 `mail_not_configured` where the operator has set no mail server.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/password-resets/redeem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose another password by a link
         * @description Ends all sessions of the user, who then signs in with the new password, and with the second factor where there is one. Answers 404 to the token of a link that was used or replaced, or is past its time.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/authenticator": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read whether you have an authenticator app
         * @description Tells how many backup codes are left, too.
         */
        get: operations["readAuthenticator"];
        put?: never;
        /**
         * Set up your authenticator app
         * @description From now on, signing in by password takes a code as well. Replaces an earlier app and its backup codes. A wrong `code` answers 422 `second_factor_wrong`.
         */
        post: operations["putAuthenticator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/authenticator/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a secret for an authenticator app
         * @description Stores nothing: `POST /api/v1/account/authenticator` does.
         */
        post: operations["makeAuthenticatorSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/authenticator/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove your authenticator app
         * @description Signing in takes your password alone again. The backup codes end.
         */
        post: operations["removeAuthenticator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}/authenticator": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a user's authenticator app
         * @description For somebody who has lost it and the backup codes: they sign in by password alone, and set up another.
         *
         *     For owners only: other users of the dashboard get 403 `scope`.
         */
        delete: operations["removeUserAuthenticator"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to sign in with a passkey
         * @description Sets a cookie, which ties the answer to this browser for 10 minutes. Names nobody.
         */
        post: operations["beginPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/passkey/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a passkey
         * @description Takes neither password nor code. Answers 401 for a passkey that is unknown or was removed.
         */
        post: operations["finishPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your passkeys
         * @description Shows their names and uses, never their keys.
         */
        get: operations["listPasskeys"];
        put?: never;
        /**
         * Keep a passkey that the browser made
         * @description Takes the answer to the options that this browser got before.
         */
        post: operations["createPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to make a passkey
         * @description Sets a cookie, which ties the answer to this browser for 10 minutes.
         */
        post: operations["beginPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a passkey of yours
         * @description It signs nobody in any more. Answers 0 `removed_passkeys` where you have no such passkey.
         */
        delete: operations["deletePasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/single-sign-on": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to sign in by single sign-on
         * @description Sets a cookie, which ties the way back to this browser for 10 minutes. Answers 404 for an organization without single sign-on, as for one that there is not.
         */
        post: operations["beginSingleSignOn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/single-sign-on/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with what the identity provider answered
         * @description Makes the user at their first sign-in. Issuer and subject of the token identify them.
         */
        post: operations["finishSingleSignOn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/single-sign-on": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how your people sign in by single sign-on
         * @description For owners only: other users of the dashboard get 403 `scope`.
         */
        get: operations["readSingleSignOn"];
        put?: never;
        /**
         * Set up single sign-on
         * @description Asks the identity provider for its addresses before anything is stored, so a wrong `issuer` is named. Replaces all settings. When `is_required` becomes true, sessions of people who have never signed in by it end, but for yours.
         *
         *     For owners only: other users of the dashboard get 403 `scope`.
         */
        post: operations["putSingleSignOn"];
        /**
         * Remove single sign-on
         * @description People without a password ask for a link to choose one.
         *
         *     For owners only: other users of the dashboard get 403 `scope`.
         */
        delete: operations["deleteSingleSignOn"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who changed what
         * @description The newest first. Each change of what an organization has, and of its people, is kept for `AUDIT_DAYS` (400); nobody can change or delete an event. Chatting itself is not recorded; deleting or exporting sessions, conversations, messages, feedback or contexts is.
         */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the agents
         * @description All agents of your organization, inactive ones included.
         */
        get: operations["listAgents"];
        put?: never;
        /**
         * Create an agent
         * @description The agent can answer at once, from the knowledge that serves every agent. A `model` of another provider, or of a connection that is not there, is refused (422, `model_not_configured` in `data.errors`).
         */
        post: operations["createAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an agent
         * @description The `ETag` of the answer can be sent as `If-Match` with a change.
         */
        get: operations["readAgent"];
        put?: never;
        post?: never;
        /**
         * Delete an agent, with its sessions and conversations
         * @description Deletes their messages and feedback, too. Knowledge that served this agent alone stays, and serves nobody. To keep them, set `is_active` to false instead.
         */
        delete: operations["deleteAgent"];
        options?: never;
        head?: never;
        /**
         * Change an agent
         * @description Changes the fields that the body has, and no others. Applies to replies that start from then on.
         */
        patch: operations["changeAgent"];
        trace?: never;
    };
    "/api/v1/agent-activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List how much each agent has to do
         * @description One row for each agent, in the order and with the pages of the list of agents.
         */
        get: operations["listAgentActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the models that an agent may name
         * @description The models that the service knows of, the default first, then those of your connections and of the operator's. An agent may also name another model of the same provider, or of a connection that names no `models`, for the service does not ask the provider which ones it has.
         */
        get: operations["listModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the connections
         * @description Those of your organization, newest first by default. The operator's are not among them; `GET /api/v1/models` has the models of both.
         */
        get: operations["listConnections"];
        put?: never;
        /**
         * Create a connection
         * @description Agents can name its models at once, as `connection:model`. The key is encrypted, and no answer, log, export or audit event has it. Your organization has at most 50 connections. Answers 409 `name_taken` where it has one of this name.
         *
         *     For owners only: other users of the dashboard get 403 `scope`.
         */
        post: operations["createConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a connection
         * @description The `ETag` of the answer can be sent as `If-Match` with a change.
         */
        get: operations["readConnection"];
        put?: never;
        post?: never;
        /**
         * Delete a connection
         * @description Answers 409 `connection_in_use` while agents have models of it.
         *
         *     For owners only: other users of the dashboard get 403 `scope`.
         */
        delete: operations["deleteConnection"];
        options?: never;
        head?: never;
        /**
         * Change a connection
         * @description Changes the fields that the body has, and no others; `models`, `prices` and `options` are replaced as a whole. Every process uses them within 2 seconds. Another server as `base_url` needs the `key` in the same request: a stored key is sent to no other server.
         *
         *     For owners only: other users of the dashboard get 403 `scope`.
         */
        patch: operations["changeConnection"];
        trace?: never;
    };
    "/api/v1/connections/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a connection
         * @description Asks the server for its models, and one model for a few tokens. Takes at most 20 s. What is wrong is in `detail`, with what to do: a revoked key, a wrong address, a model that is gone. The connection keeps what the test found as `last_test`.
         *
         *     For owners only: other users of the dashboard get 403 `scope`.
         */
        post: operations["testConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{id}/retrieve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try what a question finds
         * @description The passages that a reply to this question would be made from: first a question/answer pair that asks the same, then those that share most with the question by their words and, where the service has an embedding model, by their meaning; where it has a rerank model, in its order. Stores nothing and writes no reply.
         */
        post: operations["retrievePassages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{agent_id}/trials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try an agent with settings that are not saved
         * @description Answers a question as the agent would with other settings, which are checked like a change of the agent and saved nowhere. The workers do it in the same way as a reply, but it is no message: no chat and no list has it, and of the figures only tokens and costs count it.  Answers 201 once it has ended, whether `completed` or `failed`; after `REPLY_WAIT_SECONDS` (25) 202 with a `Location`. Kept for an hour. An inactive agent can be tried as well.
         */
        post: operations["tryAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{agent_id}/trials/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a trial of an agent
         * @description Tells the outcome of a trial once it has ended. Answers 404 for one that was asked for more than an hour ago.
         */
        get: operations["readAgentTrial"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sessions
         * @description Sessions of all visitors, sorted by when they were opened. `GET /api/v1/threads` sorts them by their last message.
         */
        get: operations["listSessions"];
        put?: never;
        /**
         * Open a session for an anonymous visitor
         * @description A session that was opened with a widget token belongs to the visitor of this token, and to no other visitor.
         */
        post: operations["createSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a session
         * @description With a widget token, only the visitor's own.
         */
        get: operations["readSession"];
        put?: never;
        post?: never;
        /**
         * Delete a session, with its messages
         * @description Also deletes its feedback and unfinished replies. Its costs stay in the figures.
         */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        /**
         * Change or close a session
         * @description Changes the fields that the body has. `metadata` is replaced as a whole.
         */
        patch: operations["changeSession"];
        trace?: never;
    };
    "/api/v1/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the conversations
         * @description Sorted by when they were opened. `GET /api/v1/threads` sorts them by their last message.
         */
        get: operations["listConversations"];
        put?: never;
        /**
         * Open a conversation with a known customer
         * @description It stays open until you close it. Answers 404 for an agent or a context that is not there, 409 for an inactive agent.
         */
        post: operations["createConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a conversation
         * @description Without its messages, which `GET …/messages` lists.
         */
        get: operations["readConversation"];
        put?: never;
        post?: never;
        /**
         * Delete a conversation, with its messages
         * @description Also deletes its feedback and unfinished replies. Its costs stay in the figures.
         */
        delete: operations["deleteConversation"];
        options?: never;
        head?: never;
        /**
         * Change or close a conversation
         * @description Changes the fields that the body has. `metadata` is replaced as a whole.
         */
        patch: operations["changeConversation"];
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the messages of a session
         * @description Questions, replies and messages of people in the order in which they were posted, unfinished replies included.
         */
        get: operations["listSessionMessages"];
        put?: never;
        /**
         * Post a message in a session and get the reply
         * @description Stores the message, and answers 201 with the finished reply. After `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`, none by `Prefer: respond-async`) answers 202 with a `Location` at which the reply can be read later. A reply that failed answers 502 with its record in `data`: the message is stored. Messages of one chat are answered in their order. While people have the chat, answers 201 at once with the stored question, `handled_by: "human"` and `reply: null`; with `Prefer: wait=N`, waits for their answer. A message of a person (`role: "human_agent"`) is stored, and answers 201 with its record.
         *
         *     With `Accept: text/event-stream`, streams the reply while it is written, as server-sent events: `message.started` (the reply, still without content), `delta` (`{offset, text}`, in UTF-16 code units; its `id` is the offset after it), `message.restarted` (what came so far is void, a new attempt begins at 0), `citation`, and at the end `message.completed` (the reply) or `error` (`{code, detail}`). A `ping` comes every 10 seconds. A client joins a broken stream again by a GET of the message with `Last-Event-ID`.
         */
        post: operations["postSessionMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a message of a session, or wait for a reply
         * @description With `wait`, answers when the reply is finished, or with its record so far when the time is over. Does not count against the hourly limit: 30 times as many reads are allowed.
         *
         *     With `Accept: text/event-stream`, streams the reply while it is written, as server-sent events: `message.started` (the reply, still without content), `delta` (`{offset, text}`, in UTF-16 code units; its `id` is the offset after it), `message.restarted` (what came so far is void, a new attempt begins at 0), `citation`, and at the end `message.completed` (the reply) or `error` (`{code, detail}`). A `ping` comes every 10 seconds. A client joins a broken stream again by a GET of the message with `Last-Event-ID`.
         */
        get: operations["readSessionMessage"];
        put?: never;
        post?: never;
        /**
         * Cancel a reply in progress in a session
         * @description Ends a reply that waits or is being written; the question stays. Answers 409 `reply_finished` for any other message.
         */
        delete: operations["cancelSessionReply"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversations/{conversation_id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the messages of a conversation
         * @description Questions, replies and messages of people in the order in which they were posted, unfinished replies included.
         */
        get: operations["listConversationMessages"];
        put?: never;
        /**
         * Post a message in a conversation and get the reply
         * @description Stores the message, and answers 201 with the finished reply. After `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`, none by `Prefer: respond-async`) answers 202 with a `Location` at which the reply can be read later. A reply that failed answers 502 with its record in `data`: the message is stored. Messages of one chat are answered in their order. While people have the chat, answers 201 at once with the stored question, `handled_by: "human"` and `reply: null`; with `Prefer: wait=N`, waits for their answer. A message of a person (`role: "human_agent"`) is stored, and answers 201 with its record.
         *
         *     With `Accept: text/event-stream`, streams the reply while it is written, as server-sent events: `message.started` (the reply, still without content), `delta` (`{offset, text}`, in UTF-16 code units; its `id` is the offset after it), `message.restarted` (what came so far is void, a new attempt begins at 0), `citation`, and at the end `message.completed` (the reply) or `error` (`{code, detail}`). A `ping` comes every 10 seconds. A client joins a broken stream again by a GET of the message with `Last-Event-ID`.
         */
        post: operations["postConversationMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversations/{conversation_id}/messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a message of a conversation, or wait for a reply
         * @description With `wait`, answers when the reply is finished, or with its record so far when the time is over. Does not count against the hourly limit: 30 times as many reads are allowed.
         *
         *     With `Accept: text/event-stream`, streams the reply while it is written, as server-sent events: `message.started` (the reply, still without content), `delta` (`{offset, text}`, in UTF-16 code units; its `id` is the offset after it), `message.restarted` (what came so far is void, a new attempt begins at 0), `citation`, and at the end `message.completed` (the reply) or `error` (`{code, detail}`). A `ping` comes every 10 seconds. A client joins a broken stream again by a GET of the message with `Last-Event-ID`.
         */
        get: operations["readConversationMessage"];
        put?: never;
        post?: never;
        /**
         * Cancel a reply in progress in a conversation
         * @description Ends a reply that waits or is being written; the question stays. Answers 409 `reply_finished` for any other message.
         */
        delete: operations["cancelConversationReply"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/handoff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand a session off to people
         * @description From then on no reply of the agent is stored until people return it; its unfinished replies end as cancelled. Changes nothing if people have it already, and answers 200 with the present handoff.
         */
        post: operations["handOffSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign a user to a session that people have
         * @description Answers 409 `already_assigned` while another user is assigned, so that two who take it at once do not both get it.
         */
        post: operations["assignSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Return a session to its agent
         * @description The agent answers the next message, and knows what people have said.
         */
        post: operations["returnSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/handoffs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the handoffs of a session
         * @description The newest first. People have it now if the first one has no `returned_at`.
         */
        get: operations["listSessionHandoffs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversations/{conversation_id}/handoff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand a conversation off to people
         * @description From then on no reply of the agent is stored until people return it; its unfinished replies end as cancelled. Changes nothing if people have it already, and answers 200 with the present handoff.
         */
        post: operations["handOffConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversations/{conversation_id}/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign a user to a conversation that people have
         * @description Answers 409 `already_assigned` while another user is assigned, so that two who take it at once do not both get it.
         */
        post: operations["assignConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversations/{conversation_id}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Return a conversation to its agent
         * @description The agent answers the next message, and knows what people have said.
         */
        post: operations["returnConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversations/{conversation_id}/handoffs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the handoffs of a conversation
         * @description The newest first. People have it now if the first one has no `returned_at`.
         */
        get: operations["listConversationHandoffs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/messages/{id}/trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how a reply in a session came about
         * @description What the latest attempt at a reply really used, if its message was posted with `trace`. Kept for `TRACE_DAYS` (7), and deleted with the session or conversation. Answers 404 without a trace.
         */
        get: operations["readSessionReplyTrace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversations/{conversation_id}/messages/{id}/trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how a reply in a conversation came about
         * @description What the latest attempt at a reply really used, if its message was posted with `trace`. Kept for `TRACE_DAYS` (7), and deleted with the session or conversation. Answers 404 without a trace.
         */
        get: operations["readConversationReplyTrace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the feedback on a session
         * @description Ratings of the session and of its replies, the newest first.
         */
        get: operations["listSessionFeedback"];
        put?: never;
        /**
         * Rate a session, or one reply
         * @description Each reviewer has one rating of a target: rating it again replaces the first, and answers 200.
         */
        post: operations["putSessionFeedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversations/{conversation_id}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the feedback on a conversation
         * @description Ratings of the conversation and of its replies, the newest first.
         */
        get: operations["listConversationFeedback"];
        put?: never;
        /**
         * Rate a conversation, or one reply
         * @description Each reviewer has one rating of a target: rating it again replaces the first, and answers 200.
         */
        post: operations["putConversationFeedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the transcripts of sessions and conversations
         * @description Threads that the filters choose, sorted by when they were opened. Each session or conversation as its own route answers it, then its messages, then its feedback, the oldest first; `type` tells which a line is: `session`, `conversation`, `message` or `feedback`. A failure on the way breaks the connection, so a file that ends properly is complete.
         */
        get: operations["exportThreads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the transcript of a session or conversation
         * @description Each session or conversation as its own route answers it, then its messages, then its feedback, the oldest first; `type` tells which a line is: `session`, `conversation`, `message` or `feedback`. A failure on the way breaks the connection, so a file that ends properly is complete.
         */
        get: operations["exportThread"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions and conversations, the last active first
         * @description Threads are sessions and conversations. Each comes with what people look for: whose it is, what was said last, failures and ratings. One that gets a message while pages are read moves to the front, and may be left out.
         */
        get: operations["listThreads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how a session or conversation stands
         * @description As in the list of threads, with `metadata` and what its replies cost.
         */
        get: operations["readThread"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/thread-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow which sessions and conversations change
         * @description For the dashboard: tells that something was posted, answered, rated, closed or deleted, within a second, and not what. A client that is told reads it. Answers 503 if too many follow.
         *
         *     With `Accept: text/event-stream`, server-sent events: `ready` (from now on no change is missed, so read again what you show), `threads.changed` (`{thread_ids}`; empty: any may have changed), `ended` (the session has ended, or the role of its user changed). A `ping` comes every 10 seconds. A client that loses the stream opens it again.
         */
        get: operations["followThreads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contexts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the contexts
         * @description All of them, or those of a user, or whose reference contains a text.
         */
        get: operations["listContexts"];
        put?: never;
        /**
         * Store what you know of a user
         * @description Each `user_reference` has one context: posting it again replaces the traits as a whole, and answers 200.
         */
        post: operations["putContext"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contexts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a context
         * @description What is stored of a user, by the id of the context.
         */
        get: operations["readContext"];
        put?: never;
        post?: never;
        /**
         * Delete a context, or erase all that belongs to its user
         * @description Conversations that refer to the context go on without it. With `erase=everything` they are deleted, too, and so are those whose `customer_id` is its `user_reference`, with their messages and feedback: all of it or nothing. Sessions stay, because a `visitor_id` proves nobody; so do figures of usage, which hold no text.
         */
        delete: operations["deleteContext"];
        options?: never;
        head?: never;
        /**
         * Merge into the traits of a context
         * @description Merges as RFC 7396 says: objects key by key, null takes a key away, any other value replaces. `POST` replaces all traits instead.
         */
        patch: operations["changeContext"];
        trace?: never;
    };
    "/api/v1/contexts/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export all that belongs to a user, as JSON lines
         * @description The context first, with what its user has spent of budgets, then each conversation that `erase=everything` would delete, the oldest first, each followed by its messages and its feedback. A failure on the way breaks the connection, so a file that ends properly is complete.
         */
        get: operations["exportContext"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/knowledge/qa": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the question/answer pairs
         * @description Pairs with their answers, newest first by default. `GET /api/v1/knowledge` searches them.
         */
        get: operations["listQa"];
        put?: never;
        /**
         * Add a question/answer pair
         * @description Answers when the entry is indexed, or when indexing failed: then its `status` is `failed`, and `error` says why. After `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`, none by `Prefer: respond-async`) answers 202, and indexing goes on.
         */
        post: operations["createQa"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/knowledge/qa/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a question/answer pair
         * @description With the state of its indexing. Does not count against the hourly limit: 30 times as many reads are allowed.
         */
        get: operations["readQa"];
        put?: never;
        post?: never;
        /**
         * Delete a question/answer pair, with all that was indexed of it
         * @description Agents no longer answer from it. Citations in earlier replies stay.
         */
        delete: operations["deleteQa"];
        options?: never;
        head?: never;
        /**
         * Change a question/answer pair
         * @description Changes the fields that the body has, and indexes the pair anew if its `question` or `answer` is among them. Answers when the entry is indexed, or when indexing failed: then its `status` is `failed`, and `error` says why. After `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`, none by `Prefer: respond-async`) answers 202, and indexing goes on.
         */
        patch: operations["changeQa"];
        trace?: never;
    };
    "/api/v1/knowledge/qa/{id}/reindex": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read and index a question/answer pair anew
         * @description For an entry that failed, or whose source has changed. Until it is indexed anew, agents answer from what was indexed before. Answers when the entry is indexed, or when indexing failed: then its `status` is `failed`, and `error` says why. After `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`, none by `Prefer: respond-async`) answers 202, and indexing goes on.
         */
        post: operations["reindexQa"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/knowledge/qa/{id}/chunks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was read of a question/answer pair
         * @description The pieces of its text in their order, as replies are made from them and cite them.
         */
        get: operations["listQaChunks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/knowledge/urls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the web pages and sites
         * @description Entries of web pages and sites, newest first by default.
         */
        get: operations["listUrls"];
        put?: never;
        /**
         * Add a web page or site
         * @description A worker fetches the page, at most 5 MB, and indexes its text; with `crawl`, further pages of its site. Answers when the entry is indexed, or when indexing failed: then its `status` is `failed`, and `error` says why. After `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`, none by `Prefer: respond-async`) answers 202, and indexing goes on.
         */
        post: operations["createUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/knowledge/urls/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the entry of a web page or site
         * @description With the state of its indexing. Does not count against the hourly limit: 30 times as many reads are allowed.
         */
        get: operations["readUrl"];
        put?: never;
        post?: never;
        /**
         * Delete a web page or site, with all that was indexed of it
         * @description Agents no longer answer from it. Citations in earlier replies stay.
         */
        delete: operations["deleteUrl"];
        options?: never;
        head?: never;
        /**
         * Change the entry of a web page or site
         * @description Changes the fields that the body has. A `url`, even the same one, `title`, `crawl` or `max_pages` has the page or site fetched anew. Answers when the entry is indexed, or when indexing failed: then its `status` is `failed`, and `error` says why. After `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`, none by `Prefer: respond-async`) answers 202, and indexing goes on.
         */
        patch: operations["changeUrl"];
        trace?: never;
    };
    "/api/v1/knowledge/urls/{id}/reindex": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read and index a web page or site anew
         * @description For an entry that failed, or whose source has changed. Until it is indexed anew, agents answer from what was indexed before. Answers when the entry is indexed, or when indexing failed: then its `status` is `failed`, and `error` says why. After `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`, none by `Prefer: respond-async`) answers 202, and indexing goes on.
         */
        post: operations["reindexUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/knowledge/urls/{id}/chunks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was read of a web page or site
         * @description The pieces of its text in their order, as replies are made from them and cite them.
         */
        get: operations["listUrlChunks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/knowledge/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the files
         * @description Entries of files, with content or without; newest first by default.
         */
        get: operations["listFiles"];
        put?: never;
        /**
         * Add the entry of a file
         * @description Takes metadata only; signed-in users upload content to `/knowledge-base/`. Without content, title and summary are indexed. Answers when the entry is indexed, or when indexing failed: then its `status` is `failed`, and `error` says why. After `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`, none by `Prefer: respond-async`) answers 202, and indexing goes on.
         */
        post: operations["createFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/knowledge/files/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the entry of a file
         * @description With the state of its indexing; its bytes are at `…/content`. Does not count against the hourly limit: 30 times as many reads are allowed.
         */
        get: operations["readFile"];
        put?: never;
        post?: never;
        /**
         * Delete a file, with its content and all that was indexed of it
         * @description Agents no longer answer from it. Citations in earlier replies stay.
         */
        delete: operations["deleteFile"];
        options?: never;
        head?: never;
        /**
         * Change the entry of a file
         * @description Changes the fields that the body has, and indexes the entry anew, unless `agent_ids` alone change. Answers when the entry is indexed, or when indexing failed: then its `status` is `failed`, and `error` says why. After `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`, none by `Prefer: respond-async`) answers 202, and indexing goes on.
         */
        patch: operations["changeFile"];
        trace?: never;
    };
    "/api/v1/knowledge/files/{id}/reindex": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read and index a file anew
         * @description For an entry that failed, or whose source has changed. Until it is indexed anew, agents answer from what was indexed before. Answers when the entry is indexed, or when indexing failed: then its `status` is `failed`, and `error` says why. After `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`, none by `Prefer: respond-async`) answers 202, and indexing goes on.
         */
        post: operations["reindexFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/knowledge/files/{id}/chunks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was read of a file
         * @description The pieces of its text in their order, as replies are made from them and cite them.
         */
        get: operations["listFileChunks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/knowledge/files/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file as it was uploaded
         * @description Always an attachment of the type `application/octet-stream`: no browser may show it as a page of this service. Answers 404 where no file was uploaded.
         */
        get: operations["readFileContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/knowledge-base": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a file
         * @description For signed-in users of the dashboard; keys and tokens get 403. Answers when the entry is indexed, or when indexing failed: then its `status` is `failed`, and `error` says why. After `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`, none by `Prefer: respond-async`) answers 202, and indexing goes on.
         */
        post: operations["uploadFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/knowledge/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how far the indexing and embedding of all knowledge is
         * @description Whoever runs the service can have knowledge found by its meaning as well, so that "vehicles" finds "cars": with the setting `EMBEDDING_MODEL`, or with `COMPOSE_PROFILES=meaning` in Docker Compose. When the service gets another embedding model, it embeds all knowledge anew: `done` rises until it is `total` less `refused`. What is not embedded yet is found by its words.
         */
        get: operations["readKnowledgeStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/knowledge/contradictions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the contradictions in the knowledge
         * @description Workers look for them when a reply has two passages or more: sentences that answer its question and differ only in a figure of one unit. One is gone when one of its entries is indexed anew or deleted. Of each organization, the latest 200 are kept.
         */
        get: operations["listContradictions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/knowledge/contradictions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Dismiss a contradiction
         * @description For two sentences that are both right. They are not listed again; for other sentences of the same entries, a new contradiction is.
         */
        delete: operations["dismissContradiction"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/knowledge/synonyms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the words that mean the same
         * @description Groups of words, newest first by default.
         */
        get: operations["listSynonyms"];
        put?: never;
        /**
         * Add words that mean the same
         * @description Replies, and what a question finds, heed it from the next message on: a question with one of the words also finds what has another. Your organization has at most 300 groups.
         */
        post: operations["createSynonyms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/knowledge/synonyms/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a group of synonyms
         * @description From the next message on, a question finds only what has its own words.
         */
        delete: operations["deleteSynonyms"];
        options?: never;
        head?: never;
        /**
         * Replace the words of a group of synonyms
         * @description The words of the body become those of the group.
         */
        patch: operations["changeSynonyms"];
        trace?: never;
    };
    "/api/v1/knowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the knowledge of all kinds
         * @description Leaves out the answers of pairs; the route of each kind has all fields. A page by title begins after the title that the entry `after` has by then.
         */
        get: operations["listKnowledge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/knowledge/needs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the entries that need attention
         * @description For each reason by which `GET /api/v1/knowledge` filters as `needs`. An entry may have several.
         */
        get: operations["countKnowledgeNeeds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/knowledge/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete entries, with all that was indexed of them
         * @description Agents no longer answer from them. Ids that are not there are passed over, so it can be sent again.
         */
        post: operations["deleteKnowledge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/knowledge/reindex": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read and index entries anew
         * @description Queues them and does not wait; their `status` tells when they are indexed. Until then, agents answer from what was indexed before.
         */
        post: operations["reindexKnowledge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/widget-configurations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the widget configurations
         * @description Sorted by creation time, newest first by default.
         */
        get: operations["listWidgetConfigurations"];
        put?: never;
        /**
         * Create a widget configuration
         * @description A page names it by `data-config-id` in the tag of the widget.
         */
        post: operations["createWidgetConfiguration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/widget-configurations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a widget configuration
         * @description For widgets, which read it on each page. Does not count against the hourly limit: 30 times as many reads are allowed.
         */
        get: operations["readWidgetConfiguration"];
        put?: never;
        post?: never;
        /**
         * Delete a widget configuration
         * @description Widgets that name it show the defaults, and need an agent of their own.
         */
        delete: operations["deleteWidgetConfiguration"];
        options?: never;
        head?: never;
        /**
         * Change a widget configuration
         * @description Changes the fields that the body has; `colors` and `texts` are replaced as a whole. Open pages notice it within 5 minutes.
         */
        patch: operations["changeWidgetConfiguration"];
        trace?: never;
    };
    "/api/v1/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the applications
         * @description Sorted by creation time, newest first by default.
         */
        get: operations["listApplications"];
        put?: never;
        /**
         * Create an application, with its first secret
         * @description Only this answer has the secret: a repetition with the same `Idempotency-Key` has null in its place.
         *
         *     For owners only: other users of the dashboard get 403 `scope`.
         */
        post: operations["createApplication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/applications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an application
         * @description With the hints of its secrets; no answer has a secret again.
         */
        get: operations["readApplication"];
        put?: never;
        post?: never;
        /**
         * Delete an application
         * @description Every process refuses its secrets and widget tokens within 5 seconds. Sessions and conversations stay.
         *
         *     For owners only: other users of the dashboard get 403 `scope`.
         */
        delete: operations["deleteApplication"];
        options?: never;
        head?: never;
        /**
         * Change an application
         * @description Replaces `allowed_origins` and `agent_ids` as a whole, and those of the `limits` that it names. Every process keeps to it within 5 seconds.
         *
         *     For owners only: other users of the dashboard get 403 `scope`.
         */
        patch: operations["changeApplication"];
        trace?: never;
    };
    "/api/v1/applications/{id}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how much of an application's limits is used
         * @description A request must be within all limits that count it. Reading them uses up none.
         */
        get: operations["readApplicationLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/applications/{application_id}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an application's secret
         * @description Issues a new secret with all rights; the older ones stay valid for the grace time. Keys that were created with a name are not touched. Only this answer has the secret: a repetition with the same `Idempotency-Key` rotates nothing, and has null in its place.
         *
         *     For owners only: other users of the dashboard get 403 `scope`.
         */
        post: operations["rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/applications/{application_id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a key of an application
         * @description A key may do what its scopes say, for all agents or some; the other secrets of the application stay. It suffices as `Authorization: Bearer sk_…`, and ends when it is revoked as a secret is. Only this answer has the key: a repetition with the same `Idempotency-Key` has null in its place.
         *
         *     For owners only: other users of the dashboard get 403 `scope`.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/applications/{application_id}/secrets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a secret
         * @description A key that was created with a name, too. Every process refuses requests with it within 5 seconds.
         *
         *     For owners only: other users of the dashboard get 403 `scope`.
         */
        delete: operations["revokeSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your organization, and how much of its limit is used
         * @description With the limits that apply to it, and how long its data is kept.
         */
        get: operations["readOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change how long data of your organization is kept
         * @description Changes those fields of `retention` that the body has. Workers delete what is then past its time within the hour; nothing brings it back.
         *
         *     For owners only: other users of the dashboard get 403 `scope`.
         */
        patch: operations["changeOrganization"];
        trace?: never;
    };
    "/api/v1/budgets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the budgets, and what is spent of each
         * @description Newest first by default, with what is spent and reserved in the period that runs now.
         */
        get: operations["listBudgets"];
        put?: never;
        /**
         * Set a budget
         * @description Before each call of a model, a worker reserves the most that it may cost: its prompt, and `max_output_tokens` of the agent (4,096 without). When the reply is stored, the call counts for what it really cost, with calls that write queries, check replies and rerank. So a budget holds however many replies run at a time. Replies of agents that need more than what is left are refused while others may still fit. Owners are warned at 80 %: here, on the dashboard's overview, and by the audit events `budget.warned` and `budget.reached`. A budget counts from the beginning of the period in which it is made where it is the organization's or an agent's, and from its making where it is an application's or a customer's. Your organization has at most 100.
         *
         *     For owners only: other users of the dashboard get 403 `scope`.
         */
        post: operations["createBudget"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/budgets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a budget, and what is spent of it
         * @description With what is spent and reserved in the period that runs now.
         */
        get: operations["readBudget"];
        put?: never;
        post?: never;
        /**
         * Delete a budget
         * @description Nothing is limited by it any more.
         *
         *     For owners only: other users of the dashboard get 403 `scope`.
         */
        delete: operations["deleteBudget"];
        options?: never;
        head?: never;
        /**
         * Change the amount of a budget, or what happens at its limit
         * @description Counts for the next reply. What is spent stays spent; a reached budget admits messages again until the new amount is reached.
         *
         *     For owners only: other users of the dashboard get 403 `scope`.
         */
        patch: operations["changeBudget"];
        trace?: never;
    };
    "/analytics/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the requests, the newest first
         * @description Each request that was answered, of servers, widgets and users of the dashboard, about a second after its answer. Reaches back as far as requests are kept (`REQUEST_LOG_DAYS`, 30). With `bucket`, `buckets` has the counts of the whole window.
         */
        get: operations["listRequestLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Measure counts, error rates and durations by endpoint
         * @description Errors are answers with a status of 400 and more; percentiles are at most 2.5 % off. Buckets of time begin at the full hour, or at midnight in `timezone`, weeks on Monday; those with nothing in them are left out.
         */
        get: operations["measureEndpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sum up requests, messages, tokens and cost by time
         * @description Messages and replies count in the bucket in which the question was posted, tokens and cost in that in which the model was called. With a filter of requests, only `requests` are counted and most other figures are null, for messages and costs belong to no endpoint and no key. Buckets of time begin at the full hour, or at midnight in `timezone`, weeks on Monday; those with nothing in them are left out.
         */
        get: operations["sumUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the requests of each application
         * @description Applications without requests are listed, too. Buckets of time begin at the full hour, or at midnight in `timezone`, weeks on Monday; those with nothing in them are left out.
         */
        get: operations["listKeyFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/rate-limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the rate limits refused and let through, the newest first
         * @description Each refusal is a row; what was let through is summed up by bucket. `buckets` has the counts of the whole window. A file has the refusals first. With a key, reading it counts in the bucket `reads` alone. Buckets of time begin at the full hour, or at midnight in `timezone`, weeks on Monday; those with nothing in them are left out.
         */
        get: operations["listLimitEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the requests, the newest first (under /api/v1)
         * @description Each request that was answered, of servers, widgets and users of the dashboard, about a second after its answer. Reaches back as far as requests are kept (`REQUEST_LOG_DAYS`, 30). With `bucket`, `buckets` has the counts of the whole window.
         */
        get: operations["listRequestLogsV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Measure counts, error rates and durations by endpoint (under /api/v1)
         * @description Errors are answers with a status of 400 and more; percentiles are at most 2.5 % off. Buckets of time begin at the full hour, or at midnight in `timezone`, weeks on Monday; those with nothing in them are left out.
         */
        get: operations["measureEndpointsV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sum up requests, messages, tokens and cost by time (under /api/v1)
         * @description Messages and replies count in the bucket in which the question was posted, tokens and cost in that in which the model was called. With a filter of requests, only `requests` are counted and most other figures are null, for messages and costs belong to no endpoint and no key. Buckets of time begin at the full hour, or at midnight in `timezone`, weeks on Monday; those with nothing in them are left out.
         */
        get: operations["sumUsageV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the requests of each application (under /api/v1)
         * @description Applications without requests are listed, too. Buckets of time begin at the full hour, or at midnight in `timezone`, weeks on Monday; those with nothing in them are left out.
         */
        get: operations["listKeyFiguresV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/rate-limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the rate limits refused and let through, the newest first (under /api/v1)
         * @description Each refusal is a row; what was let through is summed up by bucket. `buckets` has the counts of the whole window. A file has the refusals first. With a key, reading it counts in the bucket `reads` alone. Buckets of time begin at the full hour, or at midnight in `timezone`, weeks on Monday; those with nothing in them are left out.
         */
        get: operations["listLimitEventsV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what happened in a window, in the one before it, and by time
         * @description Messages and replies count in the bucket in which the question was posted, tokens and costs in that in which the model was called. Percentiles are at most 2.5 % off. Deleted records stay counted, but for feedback. Buckets of time begin at the full hour, or at midnight in `timezone`, weeks on Monday. A file has the `series`.
         */
        get: operations["readOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analytics/now": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what waits now, who works, and how much of the limit is left
         * @description Jobs are those of your organization alone, workers those of the whole service. The limit is that on API requests.
         */
        get: operations["readNow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what happened in a window, in the one before it, and by time (under /api/v1)
         * @description Messages and replies count in the bucket in which the question was posted, tokens and costs in that in which the model was called. Percentiles are at most 2.5 % off. Deleted records stay counted, but for feedback. Buckets of time begin at the full hour, or at midnight in `timezone`, weeks on Monday. A file has the `series`.
         */
        get: operations["readOverviewV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/now": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what waits now, who works, and how much of the limit is left (under /api/v1)
         * @description Jobs are those of your organization alone, workers those of the whole service. The limit is that on API requests.
         */
        get: operations["readNowV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/answers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read who asked, how the questions were answered and what that cost
         * @description Counted from what is stored now: deleted conversations count in the cost alone. `GET /api/v1/threads` lists the conversations of each figure, with `during_from` and `during_to`.
         */
        get: operations["readAnswers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what people asked: topics and the newest questions
         * @description A topic is a word or two of the conversations' first questions, without words that say nothing; workers read new ones about every minute. Forms of a word in one language are one topic. Words of a single conversation, numbers and addresses are no topics, and neither are words of more than half of 20 or more conversations.
         */
        get: operations["readQuestions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/attention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the questions that need a look
         * @description Questions whose reply failed, cites no knowledge or was rated 1 or 2 in the window, the most frequent first. Looks at the newest 1,000 replies for each reason. Leaves out greetings and the like that no knowledge answers, and questions that were taken off the list and not asked since.
         */
        get: operations["listAttention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/attention/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a question off the list of those that need a look
         * @description For a question that has its answer now, or needs none. It is listed again if somebody asks it after this and the reply needs a look. Only a hash of the question is kept.
         */
        delete: operations["dismissAttention"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/first-steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read which of the first steps are done
         * @description The dashboard's overview leads through them, until a widget has answered on a page of your own.
         */
        get: operations["readFirstSteps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read this description
         * @description Describes every request and answer of this service, for programs that make clients, tests or pages of it.
         */
        get: operations["readOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A process that runs. */
        Alive: {
            /**
             * @description Always true: the process answers.
             * @enum {boolean}
             */
            alive: true;
        };
        /** @description What a process that takes requests depends on. */
        Ready: {
            /**
             * @description Always true: the process can write to its database.
             * @enum {boolean}
             */
            database: true;
            /** @description Whether the queue answers. Without it, replies take about a second longer. */
            queue: boolean;
        };
        /** @description A token for one visitor, on pages of one origin. */
        WidgetToken: {
            /** @description The token, a JWT, to be sent as `Authorization: Bearer …`. */
            token: string;
            /** @description Seconds for which the token is valid: 3600. */
            expires_in: number;
            /**
             * @description How the token is sent.
             * @enum {string}
             */
            token_type: "Bearer";
        };
        /** @description The user who is signed in. */
        User: {
            /**
             * Format: uuid
             * @description Id of the user; UUID v7.
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the organization that the user belongs to.
             */
            organization_id: string;
            /** @description Name of this organization. */
            organization: string;
            /** @description Address that the user signs in with. */
            email: string;
            /** @description What the user is called. Null: not given. */
            name: string | null;
            /**
             * @description What a user may do: a `viewer` reads, an `editor` also changes everything except users, applications and retention, an `owner` does everything.
             * @enum {string}
             */
            role: "owner" | "editor" | "viewer";
        };
        /** @description A session at the dashboard. */
        SignedIn: {
            user: components["schemas"]["User"];
            /** @description To be sent as `X-CSRF-Token` with each request that changes something, beside the cookie of the session. */
            csrf_token: string;
        };
        /** @description What the page for signing in offers. */
        SignInWays: {
            /** @description Whether a link to choose another password can come by mail. */
            password_reset: boolean;
            /** @description Whether an organization has single sign-on. */
            single_sign_on: boolean;
            /** @description Whether anybody has a passkey. */
            passkeys: boolean;
        };
        /** @description The outcome of signing out. */
        SignedOut: {
            /**
             * @description Always true: the session has ended.
             * @enum {boolean}
             */
            signed_out: true;
        };
        /** @description A session at the dashboard: one browser in which you are signed in. */
        OwnSession: {
            /**
             * Format: uuid
             * @description Id of this session, by which it can be ended.
             */
            id: string;
            /** @description Browser and system at the sign-in, such as `Firefox on Linux`. Null: the browser did not say. */
            browser: string | null;
            /** @description Whether this request belongs to this session. */
            is_current: boolean;
            /**
             * Format: date-time
             * @description When you signed in; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When its last request came, to the minute; ISO 8601, UTC.
             */
            last_seen_at: string;
        };
        /** @description The outcome of signing out. */
        EndedSessions: {
            /** @description How many sessions were open and have ended. */
            ended_sessions: number;
        };
        /** @description A user of the dashboard. */
        Person: {
            /**
             * @description Always `user`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "user";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /** @description Address that the user signs in with. */
            email: string;
            /** @description What the user is called. Null: not given. */
            name: string | null;
            /**
             * @description What a user may do: a `viewer` reads, an `editor` also changes everything except users, applications and retention, an `owner` does everything.
             * @enum {string}
             */
            role: "owner" | "editor" | "viewer";
            /** @description Whether they may sign in. */
            is_active: boolean;
            /**
             * Format: date-time
             * @description When their last request at the dashboard came, to the minute; ISO 8601, UTC. Null: they never signed in.
             */
            last_seen_at: string | null;
            /**
             * Format: date-time
             * @description When the record was created; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description How much of a list the answer has, and how to read on. */
        Pagination: {
            /** @description The `limit` of the request. */
            limit: number;
            /** @description Whether there is another page. */
            has_more: boolean;
            /**
             * Format: uuid
             * @description Send it as `after` for the next page. Null: this is the last page.
             */
            next_cursor: string | null;
        };
        /** @description A record that is gone. */
        Deleted: {
            /**
             * Format: uuid
             * @description Id of the record that was deleted.
             */
            id: string;
            /**
             * @description Always true: the record is deleted.
             * @enum {boolean}
             */
            deleted: true;
        };
        /** @description An invitation, with the token of its link. */
        InvitationWithToken: {
            /**
             * @description Always `invitation`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "invitation";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /** @description Address of the person who is invited, with which they will sign in. */
            email: string;
            /**
             * @description What a user may do: a `viewer` reads, an `editor` also changes everything except users, applications and retention, an `owner` does everything.
             * @enum {string}
             */
            role: "owner" | "editor" | "viewer";
            /** @description Address of the owner who invites, as it was then; or `the admin tool`. */
            invited_by: string;
            /**
             * Format: date-time
             * @description When the link expires; ISO 8601, UTC.
             */
            expires_at: string;
            /** @description Secret at the end of the link that invites: `/dashboard/invitation#` and this. */
            token: string;
            /** @description Whether the link went out to the address. False: the operator has set no mail server, it did not take the mail, or the address got 5 invitations within an hour. Hand over the link. */
            is_mailed: boolean;
            /**
             * Format: date-time
             * @description When the record was created; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description An invitation that nobody has accepted. */
        Invitation: {
            /**
             * @description Always `invitation`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "invitation";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /** @description Address of the person who is invited, with which they will sign in. */
            email: string;
            /**
             * @description What a user may do: a `viewer` reads, an `editor` also changes everything except users, applications and retention, an `owner` does everything.
             * @enum {string}
             */
            role: "owner" | "editor" | "viewer";
            /** @description Address of the owner who invites, as it was then; or `the admin tool`. */
            invited_by: string;
            /**
             * Format: date-time
             * @description When the link expires; ISO 8601, UTC.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description When the record was created; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description What the holder of an invitation may know of it. */
        OpenInvitation: {
            /** @description Name of the organization that invites. */
            organization: string;
            /** @description Address of the person who is invited, with which they will sign in. */
            email: string;
            /**
             * @description What a user may do: a `viewer` reads, an `editor` also changes everything except users, applications and retention, an `owner` does everything.
             * @enum {string}
             */
            role: "owner" | "editor" | "viewer";
            /** @description Address of the owner who invites, as it was then; or `the admin tool`. */
            invited_by: string;
            /**
             * Format: date-time
             * @description When the link expires; ISO 8601, UTC.
             */
            expires_at: string;
        };
        /** @description The outcome of asking for a link to choose another password. */
        PasswordResetRequested: {
            /**
             * @description Always true, whether or not a user has the address.
             * @enum {boolean}
             */
            is_accepted: true;
        };
        /** @description A password that was chosen by a link. */
        PasswordReset: {
            /** @description Address that the user signs in with. */
            email: string;
        };
        /** @description Whether signing in takes more than your password. */
        SecondFactor: {
            /** @description Whether signing in takes a code of your authenticator app. */
            is_on: boolean;
            /**
             * Format: date-time
             * @description When you set the app up; ISO 8601, UTC. Null: `is_on` is false.
             */
            since: string | null;
            /** @description How many backup codes are unused. */
            backup_codes_left: number;
        };
        /** @description What an authenticator app needs. It is stored nowhere yet. */
        AuthenticatorSecret: {
            /** @description Secret that service and authenticator app share: 20 random bytes in base32. */
            secret: string;
            /** @description The same as an `otpauth://` address, for a QR code. */
            uri: string;
        };
        /** @description Codes for somebody without their authenticator app. */
        BackupCodes: {
            /** @description Each signs in once in place of a code of the app. Only this answer has them. */
            backup_codes: string[];
        };
        /** @description The outcome of removing an authenticator app. */
        SecondFactorRemoved: {
            /** @description Whether there was one. */
            was_on: boolean;
        };
        /** @description What the browser's authenticator is asked. */
        PasskeyOptions: {
            /** @description For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`. */
            options: {
                [key: string]: unknown;
            };
        };
        /** @description A passkey of yours: a key of a device, which unlocks it for the dashboard. */
        Passkey: {
            /**
             * Format: uuid
             * @description Id of this passkey, by which it can be removed.
             */
            id: string;
            /** @description What you call it. */
            name: string;
            /**
             * Format: date-time
             * @description When you made it; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last signed you in; ISO 8601, UTC. Null: never.
             */
            last_used_at: string | null;
        };
        /** @description The outcome of removing a passkey. */
        PasskeyRemoved: {
            /** @description How many were removed: 1, or 0 if you had no such passkey. */
            removed_passkeys: number;
        };
        /** @description Where to sign in. */
        SingleSignOnDeparture: {
            /** @description Address of the organization's identity provider, to which the browser goes. */
            url: string;
        };
        /** @description The identity provider by which your people sign in. */
        SingleSignOn: {
            /**
             * @description Always `single_sign_on`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "single_sign_on";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /** @description Address of the identity provider as its tokens have it, below which it has `.well-known/openid-configuration`. It must be public; the operator can allow others (`EGRESS_ALLOWED_HOSTS`). */
            issuer: string;
            /** @description What the identity provider calls Parley. */
            client_id: string;
            /** @description Domains of the addresses of people who may become users by signing in. */
            domains: string[];
            /** @description The claim with the groups or roles of somebody: a text, or a list of texts. Null: everybody who is new gets `default_role`. */
            role_claim: string | null;
            /** @description The role for each value of the claim; of several, the highest. It is given anew at each sign-in, but for the last owner. */
            roles: {
                [key: string]: "owner" | "editor" | "viewer";
            };
            /**
             * @description The role of people whose claim has no value of `roles`. Null: they may not sign in.
             * @enum {string|null}
             */
            default_role: "owner" | "editor" | "viewer" | null;
            /** @description Whether passwords are refused. Owners with an authenticator app may use theirs, so that somebody comes in when the provider fails; so you need one to set this. */
            is_required: boolean;
            /** @description The last four characters of the client secret; empty for a short one. */
            client_secret_hint: string;
            /** @description Address to enter at the identity provider, to which it sends people back. */
            redirect_uri: string;
            /**
             * Format: date-time
             * @description When the record was created; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description What there is of single sign-on. */
        SingleSignOnSetUp: {
            /** @description The settings. Null: your organization has none. */
            settings: components["schemas"]["SingleSignOn"] | null;
            /** @description Address to enter at the identity provider, to which it sends people back. */
            redirect_uri: string;
        };
        /** @description One change: who made it, when, to what, and what it was. */
        AuditEvent: {
            /**
             * @description Always `audit_event`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "audit_event";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /**
             * Format: date-time
             * @description When the change was made; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * @description Who made the change: a `user` of the dashboard, an `application` by its key, the operator by the `admin_tool`, or `unknown`: somebody who failed to sign in as the target, or the service itself.
             * @enum {string}
             */
            actor_kind: "user" | "application" | "admin_tool" | "unknown";
            /**
             * Format: uuid
             * @description Id of the user or application that made the change. Null: neither made it.
             */
            actor_id: string | null;
            /** @description Address of the user or client id of the application, as it was then; or `the admin tool`, or `Parley`, the service itself. Null: unknown. */
            actor: string | null;
            /**
             * @description What happened: the kind of the target and a verb. Stable, for programs.
             * @example agent.changed
             */
            action: string;
            /**
             * @description Kind of the record that was changed.
             * @example agent
             */
            target_kind: string;
            /**
             * Format: uuid
             * @description Id of the record that was changed. Null: the change was to several, or to none.
             */
            target_id: string | null;
            /** @description Name of the record, as it was then. Null: it has none, or belongs to a customer and might be personal. */
            target_label: string | null;
            /** @description The fields that changed, by their names. Long values are cut to 200 characters around the difference; secrets are never kept. */
            changes: {
                [key: string]: {
                    /** @description Value before the change; absent where the record was made by it. */
                    before?: unknown;
                    /** @description Value after the change; absent where the record was deleted by it. */
                    after?: unknown;
                };
            };
            /** @description Id of the request that made the change, as in `X-Request-Id`. Null: it was no request. */
            request_id: string | null;
            /** @description IP address that the request came from; of IPv6, its network (/64). Null: it was no request. */
            address: string | null;
        };
        /** @description A persona that answers in sessions and conversations. */
        Agent: {
            /**
             * @description Always `agent`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "agent";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /**
             * @description What the agent calls itself; must not be blank.
             * @example Ada
             */
            name: string;
            /** @description What the agent is for, such as `answer_questions`; part of the prompt. Default: none. */
            default_tasks: string[];
            /** @description Whether the agent takes new sessions, conversations and messages; otherwise they answer 409 `agent_inactive`. Default: true. */
            is_active: boolean;
            /**
             * @description Models that write a reply when `model` cannot, in this order: it does not answer, limits the rate of requests, or the prompt is too long for it. The next one is asked within the same reply. Each is named as `model` is; `builtin:extractive`, which needs no provider, may always be the last one. Default: none.
             * @example [
             *       "openai:gpt-4o-mini",
             *       "builtin:extractive"
             *     ]
             */
            fallback_models: string[];
            /** @description Whether a reply that cites no knowledge is replaced by the `fallback_message`, or without one by a sentence in the language of the question. Small talk, such as a greeting or thanks, is answered either way. Default: false. */
            require_grounding: boolean;
            /** @description Who the agent is and whom it helps; part of the prompt. Null: not given. */
            description: string | null;
            /** @description How the agent speaks, such as `professional`; part of the prompt. Null: not given. */
            tone: string | null;
            /**
             * @description Language in which the agent replies, as a BCP 47 tag such as `de` or `pt-BR`; `pt_BR` is taken as well. To users who write in another language it replies in theirs. Default: the `locale` of the session or conversation. Null: not given.
             * @example en
             */
            language: string | null;
            /** @description What else the agent should do or avoid, in your words; part of the prompt. Null: not given. */
            instructions: string | null;
            /**
             * @description Model that writes the replies, as `connection:model` of one of your connections, or as `provider:model` of the provider that the service is set up with (see `GET /api/v1/models`). Default: the `LLM_MODEL` of the service. Null: not given.
             * @example openai:gpt-4o-mini
             */
            model: string | null;
            /** @description Sampling temperature: how freely the model chooses its words. Models that take none ignore it. Default: the provider's. Null: not given. */
            temperature: number | null;
            /** @description Maximum number of tokens of one reply. Default: the provider's limit; 2,048 with Anthropic. Null: not given. */
            max_output_tokens: number | null;
            /** @description What the agent says where neither knowledge nor conversation tells the answer; a model may say it in the user's language. Default: the model says so in its own words. Null: not given. */
            fallback_message: string | null;
            /** @description Words that your own chat may show before the first question; they are no message. A widget shows the `greeting` of its configuration instead. Null: not given. */
            greeting: string | null;
            /**
             * Format: date-time
             * @description When the record was created; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description How much an agent has to do. */
        AgentActivity: {
            /**
             * @description Always `agent_activity`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "agent_activity";
            /**
             * Format: uuid
             * @description Id of the agent that the figures are about.
             */
            agent_id: string;
            /** @description Conversations with the agent, closed ones included. */
            conversations: number;
            /** @description Sessions with the agent, closed and expired ones included. */
            sessions: number;
            /** @description Knowledge entries that the agent may answer from: its own, and those that serve every agent. */
            knowledge_entries: number;
            /** @description Finished replies to questions of the last 7 days, whether completed, failed or cancelled. */
            replies: number;
            /** @description Replies among them that failed. */
            failed_replies: number;
            /**
             * Format: date-time
             * @description When somebody last posted to, changed or opened one of its conversations or sessions; ISO 8601, UTC. Null: never.
             */
            last_active_at: string | null;
        };
        /** @description What the provider charges for tokens. */
        ModelPrice: {
            /** @description USD for a million tokens that the model reads. */
            input: number;
            /** @description USD for a million tokens that the model writes. */
            output: number;
            /** @description USD for a million tokens that the model reads from its provider's cache. */
            cached: number;
        };
        /** @description A model that an agent may name. */
        Model: {
            /**
             * @description The model as `provider:model` or `connection:model`, for the `model` of an agent.
             * @example openai:gpt-4o-mini
             */
            name: string;
            /** @description Whether agents that name no model use this one. */
            is_default: boolean;
            /** @description Whether the `temperature` of an agent has an effect on it. */
            takes_temperature: boolean;
            /** @description Whether the `max_output_tokens` of an agent has an effect on it. */
            takes_max_output_tokens: boolean;
            /** @description What the provider charges for tokens. Null: not known, so that its replies have no `cost_usd`. */
            price: components["schemas"]["ModelPrice"] | null;
        };
        /** @description What the last test found. */
        LastConnectionTest: {
            /** @description Whether the server took the key, and its model answered. */
            works: boolean;
            /** @description What was found and what to do, for people; its wording may change. */
            detail: string;
            /**
             * Format: date-time
             * @description When it was tested; ISO 8601, UTC.
             */
            tested_at: string;
        };
        /** @description A server of models, and how it is reached. */
        Connection: {
            /**
             * @description Always `connection`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "connection";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /**
             * @description What stands before the colon of an agent's `model`: 2 to 40 small letters, digits and hyphens, and no name of a provider. It never changes.
             * @example our-models
             */
            name: string;
            /**
             * @description Provider whose protocol the server speaks. It never changes.
             * @enum {string}
             */
            provider: "openai" | "anthropic" | "gemini" | "azure" | "bedrock" | "mistral" | "groq" | "deepseek" | "xai" | "openrouter" | "ollama" | "cohere" | "jina" | "tei";
            /**
             * @description Address of the server, up to what the provider's protocol adds; of most servers with the protocol of OpenAI it ends in `/v1`. It must be public; the operator can allow others (`EGRESS_ALLOWED_HOSTS`). Another server needs the `key` again. Default: the provider's own. Null: the provider's own.
             * @example https://models.example.com/v1
             */
            base_url: string | null;
            /** @description Last four characters of the key, to tell it from others; of a short key, four asterisks. Null: no key is sent. */
            key_hint: string | null;
            /** @description What some providers need beside address and key. Default: nothing. */
            options: {
                /** @description Name of the key, where the key is a secret that signs requests. */
                key_id?: string;
                /** @description Version of the provider's protocol, as a date. */
                api_version?: string;
                /** @description Region of the provider. */
                region?: string;
            };
            /**
             * @description Models that agents may name, by their names at the server. Default: any model.
             * @example [
             *       "model-large",
             *       "model-small"
             *     ]
             */
            models: string[];
            /**
             * @description Prices of the models by their names. Default: the list prices, at the provider's own address.
             * @example {
             *       "model-large": {
             *         "input": 2.5,
             *         "output": 10
             *       }
             *     }
             */
            prices: {
                [key: string]: {
                    /** @description USD for a million tokens that the model reads. */
                    input: number;
                    /** @description USD for a million tokens that the model writes. */
                    output: number;
                    /** @description USD for a million tokens that the model reads from its cache; without it, as much as other input. */
                    cached_input?: number;
                };
            };
            /** @description What the last test found. Null: not tested since it was made, or since its server, key or models changed. */
            last_test: components["schemas"]["LastConnectionTest"] | null;
            /**
             * Format: date-time
             * @description When the record was created; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description What the test of a connection found. */
        ConnectionTest: {
            /** @description Whether the server takes the key, and its model answers. */
            works: boolean;
            /** @description What was found and what to do, for people; its wording may change. */
            detail: string;
            /** @description The models that the server lists, at most 200; empty: it has no list, or was not reached. */
            models: string[];
        };
        /** @description A piece of knowledge that a question finds. */
        Passage: {
            /**
             * Format: uuid
             * @description Id of the knowledge entry that it is from.
             */
            knowledge_id: string;
            /**
             * @description Kind of the knowledge entry: a `file`, a question/answer pair (`qa`), or a web page or site (`url`).
             * @enum {string}
             */
            kind: "file" | "qa" | "url";
            /** @description Title of the file or page, or the question of a pair. Null: it has none. */
            title: string | null;
            /** @description Address of the web page that it is from. Null: it is from a file or pair. */
            url: string | null;
            /** @description Page of the PDF on which the passage begins; the first is 1. Null: it is from no PDF, or from one that was indexed before pages were kept. */
            page: number | null;
            /** @description The headings above it, from the outermost on, with ` › ` between them; empty: there are none. */
            heading: string;
            /** @description What the passage says; a question/answer pair is whole, with its question in the first line. */
            text: string;
            /** @description How well the passage fits the question; comparable within one answer only. */
            score: number;
        };
        /** @description A call of the rerank model for what was found. */
        RerankCall: {
            /**
             * @description The model, as `provider:model`.
             * @example cohere:rerank-v3.5
             */
            model: string;
            /** @description Passages that it was asked to order. */
            passages: number;
            /** @description Milliseconds that the search waited for it. */
            ms: number;
            /** @description Code of what went wrong, such as `model_unavailable`: the passages kept their order. Null: the model gave the order. */
            error: string | null;
            /** @description Tokens that the model read. Null: the provider does not count them. */
            tokens: number | null;
            /** @description Cost in USD. Null: the price or the tokens are not known. */
            cost_usd: number | null;
        };
        /** @description A source that a reply rests on. */
        Citation: {
            /**
             * Format: uuid
             * @description Id of the knowledge entry that it is from.
             */
            knowledge_id: string;
            /**
             * @description Kind of the knowledge entry: a `file`, a question/answer pair (`qa`), or a web page or site (`url`).
             * @enum {string}
             */
            kind: "file" | "qa" | "url";
            /** @description Title of the file or page, or the question of a pair. Null: it has none. */
            title: string | null;
            /** @description Address of the web page that it is from. Null: it is from a file or pair. */
            url: string | null;
            /** @description Page of the PDF on which the passage begins; the first is 1. Null: it is from no PDF, or from one that was indexed before pages were kept. */
            page: number | null;
            /** @description Words that support the reply, exactly as they stand in the knowledge entry. */
            quote: string;
            /** @description How well the source fits the question; comparable within one reply only. */
            score: number;
        };
        /** @description What the call of the model used and cost. */
        TokenUsage: {
            /** @description Tokens that the model read. */
            input_tokens: number;
            /** @description Tokens that the model wrote. */
            output_tokens: number;
            /** @description Tokens that the model read and wrote. */
            total_tokens: number;
            /** @description Cost in USD. Null: the price of the model is not known. */
            cost_usd: number | null;
        };
        /** @description Why a reply failed, or the indexing of a knowledge entry. */
        JobError: {
            /**
             * @description Stable code for programs.
             *
             *     - `model_unavailable`: The model provider could not be reached, failed, or did not answer within `MODEL_TIMEOUT_SECONDS` (45), three times, or was down until the deadline.
             *     - `model_rate_limited`: The model provider refused the calls because of its own rate limit.
             *     - `model_rejected`: The model provider refuses the request, for instance because of its content.
             *     - `context_length_exceeded`: The prompt is longer than the model can read.
             *     - `model_bad_output`: The model answered with nothing, or with what cannot be read, twice.
             *     - `model_not_configured`: The model provider refuses the service's key, or the agent's model is of a provider that is not set up.
             *     - `deadline_exceeded`: The reply was not finished within `REPLY_DEADLINE_SECONDS` (120), or the entry not indexed within a day.
             *     - `worker_crashed`: Five attempts failed, the last because its worker process ended.
             *     - `handed_off`: People had taken over before the reply was finished: a person answers, not the agent.
             *     - `budget_reached`: A budget that an owner set is reached, or running replies have reserved what is left of it; `Retry-After` says when to try again.
             *     - `internal`: The service has a defect; report it with the request id. A reply is tried three times before.
             *     - `unavailable`: The database, the queue or the storage of files cannot be reached, the records are locked by another request, or the machine is too busy to read a file.
             *     - `secret_key_missing`: The operator has set no keys to seal secrets with (`SECRET_KEYS`), or removed the key of this secret.
             *     - `url_not_allowed`: The address, or one that it redirects to, is not public, has another port than 80 and 443, or leads to another site.
             *     - `fetch_failed`: The page could not be fetched: no such host, no answer within 15 s, an error status, or over 5 redirects.
             *     - `page_too_large`: The page is over 5 MB.
             *     - `unsupported_content`: The page is of no type that is read, or the file is not of its `file_type`.
             *     - `file_unreadable`: The file is broken, encrypted, in an unknown encoding, or too large to be read.
             *     - `robots_disallowed`: The site's robots.txt does not let `Parley` fetch the page.
             *     - `no_text`: There is no text in it, as in a scanned file or a page that a script fills.
             *     - `file_missing`: The bytes of the file are gone from the storage: upload it again.
             */
            code: string;
            /** @description What went wrong and what to do, for people; its wording may change. */
            detail: string;
        };
        /** @description How a model wrote queries for the question (`QUERY_MODEL`). */
        QueryRewriting: {
            /** @description The model that is set for it, as `provider:model`. */
            model: string;
            /**
             * @description `used`: its queries were searched for beside the question. `skipped`: it was not asked. `failed`: it gave no query, so the question was searched for as it is.
             * @enum {string}
             */
            outcome: "used" | "skipped" | "failed";
            /**
             * @description Why it was not asked: the agent has no knowledge (`no_knowledge`), the message asks nothing (`small_talk`), a Q/A pair has the same question (`same_question`), or a passage has the words of the question (`words_suffice`). Or why it gave no query: it has failed repeatedly and is left alone for a while (`model_down`), it took too long (`timeout`), its call failed (`call_failed`), a budget has no room for its call (`budget_reached`), or its answer has no query that differs from the question (`no_queries`). Null: its queries were used.
             * @enum {string|null}
             */
            reason: "no_knowledge" | "small_talk" | "same_question" | "words_suffice" | "model_down" | "timeout" | "call_failed" | "budget_reached" | "no_queries" | null;
            /** @description Milliseconds that its call took; part of `retrieval_ms`. Null: it was not asked. */
            ms: number | null;
            /** @description Its own words; of a long answer, the beginning. Null: it gave none. */
            answer: string | null;
        };
        /** @description A passage that was retrieved for a reply. */
        TracedPassage: {
            /** @description Place among the passages; 1 is the best. */
            rank: number;
            /**
             * Format: uuid
             * @description Id of the knowledge entry that it is from.
             */
            knowledge_id: string;
            /**
             * @description Kind of the knowledge entry: a `file`, a question/answer pair (`qa`), or a web page or site (`url`).
             * @enum {string}
             */
            kind: "file" | "qa" | "url";
            /** @description Title of the file or page, or the question of a pair. Null: it has none. */
            title: string | null;
            /** @description Address of the web page that it is from. Null: it is from a file or pair. */
            url: string | null;
            /** @description Page of the PDF on which the passage begins; the first is 1. Null: it is from no PDF, or from one that was indexed before pages were kept. */
            page: number | null;
            /** @description The headings above it, from the outermost on, with ` › ` between them; empty: there are none. */
            heading: string;
            /** @description What the passage says; of a very long one, its beginning. */
            text: string;
            /** @description Characters of the whole passage. */
            characters: number;
            /** @description How well the passage fits the question; comparable within one reply only. */
            score: number;
            /** @description Number by which the prompt names the passage. Null: the prompt had no room for it. */
            number: number | null;
            /** @description Whether the reply cites the passage. */
            cited: boolean;
        };
        /** @description A part of what the model was sent. */
        PromptPart: {
            /**
             * @description Role of the message that the part is in.
             * @enum {string}
             */
            role: "system" | "user" | "assistant";
            /**
             * @description What the part is for: the agent (`persona`), the `rules`, the `traits` of the user, the `metadata` of the message, the `knowledge`, what to say without any (`fallback`), an earlier message (`history`), or the `question`.
             * @enum {string}
             */
            name: "persona" | "rules" | "traits" | "metadata" | "knowledge" | "returned" | "fallback" | "history" | "question";
            /** @description The part itself; of a very long one, its beginning. */
            text: string;
            /** @description Characters of the whole part. */
            characters: number;
            /** @description Tokens of the whole part, estimated. */
            tokens: number;
        };
        /** @description A model that could not answer. */
        TriedModel: {
            /** @description The model, as `provider:model`. */
            model: string;
            /** @description Why it could not, as the `code` of a failed reply. */
            code: string;
            /** @description Milliseconds that its call took. Null: it was known to be down, and was not called. */
            ms: number | null;
        };
        /** @description The settings of the agent and the service that applied. */
        TraceSettings: {
            /** @description The `temperature` of the agent. Null: the provider's default. */
            temperature: number | null;
            /** @description The `max_output_tokens` of the agent. Null: the provider's limit. */
            max_output_tokens: number | null;
            /** @description Maximum number of tokens of earlier messages in the prompt (`HISTORY_TOKENS`). */
            history_tokens: number;
            /** @description Maximum number of tokens of knowledge in the prompt (`KNOWLEDGE_TOKENS`). */
            knowledge_tokens: number;
        };
        /** @description A sentence that the sources it cites do not support. */
        UngroundedSentence: {
            /** @description Its words, without the marks. */
            sentence: string;
            /** @description What its sources do not say. */
            reason: string;
        };
        /** @description One of the two sentences. */
        TracedStatement: {
            /**
             * Format: uuid
             * @description Id of the knowledge entry that says it.
             */
            knowledge_id: string;
            /** @description Number by which the prompt names the passage. */
            number: number;
            /** @description The sentence, word for word. */
            sentence: string;
            /** @description The figures in it that differ from those of the other sentence, as they are written. */
            figures: string[];
        };
        /** @description Two sentences that say the same but for their figures. */
        TracedContradiction: {
            /** @description The two sentences, that of the better passage first. */
            statements: components["schemas"]["TracedStatement"][];
        };
        /** @description How long each step took. */
        TraceTimings: {
            /** @description Milliseconds from when a worker could have taken the reply to when one took it; not counting the time in which an earlier reply of the chat was unfinished. */
            queue_ms: number;
            /** @description Milliseconds to read the agent, the traits and the earlier messages. */
            load_ms: number;
            /** @description Milliseconds to find the passages, including the call for queries. */
            retrieval_ms: number;
            /** @description Milliseconds from the call of the model to its first words. Null: it was asked for the whole reply at once, or gave none. */
            first_text_ms: number | null;
            /** @description Milliseconds of the whole call of the model. */
            model_ms: number;
            /** @description Milliseconds from when a worker could have taken the reply until it was ready to be stored. */
            total_ms: number;
        };
        /** @description What all calls of models for the attempt used and cost. */
        TraceUsage: {
            /** @description Tokens that the model read. */
            input_tokens: number;
            /** @description Tokens that the model wrote. */
            output_tokens: number;
            /** @description Cost in USD. Null: the price of the model is not known. */
            cost_usd: number | null;
        };
        /** @description How one attempt at a reply came about. */
        ReplyTrace: {
            /** @description Number of the attempt, from 1 on: the latest one. */
            attempt: number;
            /** @description The texts that were searched for: the question; then those that a model wrote (`rewriting`), or if the question goes on from an earlier one, both together. */
            queries: string[];
            /** @description The call of the rerank model, at most one, for the passages of all searches together; empty: the service has none, or there was nothing to order. */
            reranks: components["schemas"]["RerankCall"][];
            /** @description How a model wrote queries for the question (`QUERY_MODEL`). Null: no model is set for it, or the attempt did not get so far. */
            rewriting: components["schemas"]["QueryRewriting"] | null;
            /** @description The passages that were retrieved, the best first. */
            passages: components["schemas"]["TracedPassage"][];
            /** @description What the model was sent, in this order. The parts of the role `system` are one message, with an empty line between them; each other part is a message. */
            prompt: components["schemas"]["PromptPart"][];
            /** @description The model that was asked last, as `provider:model`. */
            model: string;
            /** @description The models that could not answer in this attempt, in this order; the next one of the `fallback_models` was asked. */
            tried: components["schemas"]["TriedModel"][];
            settings: components["schemas"]["TraceSettings"];
            /** @description The model's own words, before its marks became citations. Null: it gave none. */
            answer: string | null;
            /** @description The sentences of the answer that the sources they cite do not support. */
            ungrounded: components["schemas"]["UngroundedSentence"][];
            /** @description Figures on which two passages of the prompt disagree, at most 5: their sentences are alike but for them. */
            contradictions: components["schemas"]["TracedContradiction"][];
            timings: components["schemas"]["TraceTimings"];
            /** @description What all calls of models for the attempt used and cost. Null: the model gave no answer. */
            usage: components["schemas"]["TraceUsage"] | null;
            /** @description Why this attempt gave no reply. Null: it gave one, or was interrupted. */
            error: components["schemas"]["JobError"] | null;
            /**
             * Format: date-time
             * @description When the trace was kept; ISO 8601, UTC.
             */
            created_at: string;
        };
        /** @description What an agent says with settings that are not saved. */
        AgentTrial: {
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the agent that is tried.
             */
            agent_id: string;
            /**
             * @description `processing` while the trial waits or is being done; then one of the others, which is final.
             * @enum {string}
             */
            status: "processing" | "completed" | "failed";
            /** @description What the agent says, in Markdown. Null: the trial is not completed, or without an answer. */
            content: string | null;
            /** @description The knowledge that the answer rests on. */
            citations: components["schemas"]["Citation"][];
            /** @description Whether knowledge supports the answer. Null: there is no answer. */
            grounded: boolean | null;
            /**
             * @description Why the model ended the answer. Null: there is no answer.
             * @enum {string|null}
             */
            finish_reason: "stop" | "length" | "content_filter" | "tool_calls" | "other" | null;
            /** @description What the call of the model used and cost. Null: there is no answer. */
            usage: components["schemas"]["TokenUsage"] | null;
            /** @description Why a reply failed, or the indexing of a knowledge entry. Null: it has not failed. */
            error: components["schemas"]["JobError"] | null;
            /** @description Milliseconds from the question to the end of the trial. Null: it has not ended. */
            latency_ms: number | null;
            /** @description How one attempt at a reply came about. Null: it is not completed. */
            trace: components["schemas"]["ReplyTrace"] | null;
            /**
             * Format: date-time
             * @description When the trial was asked for; ISO 8601, UTC.
             */
            created_at: string;
        };
        /** @description A chat with an anonymous visitor. */
        Session: {
            /**
             * @description Always `session`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "session";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the agent that answers.
             */
            agent_id: string;
            /** @description Your own label of the visitor, such as a random id that their browser keeps. It does not prove who they are. Null: not given. */
            visitor_id: string | null;
            /**
             * @description Language of the user, as a BCP 47 tag such as `de` or `pt-BR`; `pt_BR` is taken as well. An agent without a `language` of its own replies in it. Null: not given.
             * @example en
             */
            locale: string | null;
            /**
             * @description `active`: takes messages; `closed`: you closed it; `expired`: it had neither messages nor changes for `SESSION_IDLE_DAYS` (30).
             * @enum {string}
             */
            status: "active" | "closed" | "expired";
            /**
             * @description Who answers: the `agent`, or people (`human`) from a handoff until they return it.
             * @enum {string}
             */
            handled_by: "agent" | "human";
            /** @description Whether a test key (`sk_test_…`) opened it: no figure counts it, and it is deleted a day later. */
            is_test: boolean;
            /**
             * @description Free-form data of yours; stored as it is, and not shown to the model. At most 16 kB as JSON, 5 levels deep.
             * @default {}
             */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When the record was created; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description A chat with a customer whom you know. */
        Conversation: {
            /**
             * @description Always `conversation`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "conversation";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the agent that answers.
             */
            agent_id: string;
            /** @description Your own id of the customer. Null: not given. */
            customer_id: string | null;
            /** @description What the conversation is about, for people who look at lists. Null: not given. */
            title: string | null;
            /**
             * @description Language of the user, as a BCP 47 tag such as `de` or `pt-BR`; `pt_BR` is taken as well. An agent without a `language` of its own replies in it. Null: not given.
             * @example en
             */
            locale: string | null;
            /**
             * Format: uuid
             * @description Id of the context of the customer, whose traits are part of the prompt of each reply (`POST /api/v1/contexts`). Null: not given.
             */
            user_context_id: string | null;
            /**
             * @description `open`: takes messages; `closed`: you closed it.
             * @enum {string}
             */
            status: "open" | "closed";
            /**
             * @description Who answers: the `agent`, or people (`human`) from a handoff until they return it.
             * @enum {string}
             */
            handled_by: "agent" | "human";
            /** @description Whether a test key (`sk_test_…`) opened it: no figure counts it, and it is deleted a day later. */
            is_test: boolean;
            /**
             * @description Free-form data of yours; stored as it is, and not shown to the model. At most 16 kB as JSON, 5 levels deep.
             * @default {}
             */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When the record was created; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description What the agent answers. */
        SessionReply: {
            /**
             * @description Always `message`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "message";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /**
             * @description Tells a reply from a question.
             * @enum {string}
             */
            role: "assistant";
            /**
             * @description `processing` while the reply waits or is being written; then one of the others, which is final.
             * @enum {string}
             */
            status: "processing" | "completed" | "failed" | "cancelled";
            /** @description What the agent says, in Markdown; without images, and without HTML outside of code. Null: the reply is not completed. */
            content: string | null;
            /**
             * Format: uuid
             * @description Id of the session that the message is in.
             */
            session_id: string;
            /**
             * Format: uuid
             * @description Id of the agent that answers.
             */
            agent_id: string;
            /** @description What was posted with the message; empty in replies. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Id of the request that posted the question, as in `X-Request-Id` and in the logs. */
            request_id: string;
            /**
             * Format: uuid
             * @description Id of the question that the reply answers.
             */
            in_reply_to: string;
            /** @description The knowledge that the reply rests on, each source once; empty until it is completed. */
            citations: components["schemas"]["Citation"][];
            /** @description Whether knowledge supports the reply: whether it cites any. Null: the reply is not completed, or is older than this field. */
            grounded: boolean | null;
            /** @description What the call of the model used and cost. Null: the reply is not finished, no model was called, or a visitor reads it. */
            usage: components["schemas"]["TokenUsage"] | null;
            /** @description Model that wrote the reply, as `provider:model`. Null: the reply is not completed, or a visitor reads it. */
            model: string | null;
            /** @description Model that was to write the reply and could not, as `provider:model`; `model` is one of the `fallback_models` of the agent. Null: the model of the agent wrote it, it is not completed, or a visitor reads it. */
            fallback_for: string | null;
            /**
             * @description Why the model ended the reply: it was done (`stop`), at a limit of tokens (`length`), a filter or the model itself refused (`content_filter`), it wanted to call a tool (`tool_calls`), or `other`. Null: the reply is not completed.
             * @enum {string|null}
             */
            finish_reason: "stop" | "length" | "content_filter" | "tool_calls" | "other" | null;
            /** @description Why a reply failed, or the indexing of a knowledge entry. Null: it has not failed. */
            error: components["schemas"]["JobError"] | null;
            /** @description Milliseconds from the question to the finished reply. Null: the reply is not finished. */
            latency_ms: number | null;
            /**
             * Format: date-time
             * @description When the question was posted; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the reply was completed, failed or was cancelled; ISO 8601, UTC. Null: it is not finished.
             */
            completed_at: string | null;
        };
        /** @description What a person of your organization wrote. */
        SessionHumanMessage: {
            /**
             * @description Always `message`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "message";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /**
             * @description Tells the message of a person.
             * @enum {string}
             */
            role: "human_agent";
            /**
             * @description A message of a person is always complete.
             * @enum {string}
             */
            status: "completed";
            /** @description What the person wrote. */
            content: string;
            /**
             * Format: uuid
             * @description Id of the session that the message is in.
             */
            session_id: string;
            /**
             * Format: uuid
             * @description Id of the agent that answers.
             */
            agent_id: string;
            /** @description What was posted with the message; empty in replies. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Id of the request that posted the question, as in `X-Request-Id` and in the logs. */
            request_id: string;
            /** @description Name of the person, which the customer sees. Null: not given. */
            author: string | null;
            /**
             * Format: uuid
             * @description Id of the person, a user of the dashboard. Null: it was posted with a key, or a visitor reads it.
             */
            author_id: string | null;
            /**
             * @description `public`: the customer sees it; `internal`: a note, which neither customers nor models see.
             * @enum {string}
             */
            visibility: "public" | "internal";
            /**
             * Format: date-time
             * @description When the message was posted; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the message was stored; ISO 8601, UTC.
             */
            completed_at: string;
        };
        /** @description A question that came while people had the chat: no agent replies to it. */
        SessionQuestionToPeople: {
            /**
             * @description Always `message`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "message";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /**
             * @description Tells a question from a reply.
             * @enum {string}
             */
            role: "user";
            /**
             * @description A question is always complete.
             * @enum {string}
             */
            status: "completed";
            /** @description What the user asked or said. */
            content: string;
            /**
             * Format: uuid
             * @description Id of the session that the message is in.
             */
            session_id: string;
            /**
             * Format: uuid
             * @description Id of the agent that answers.
             */
            agent_id: string;
            /** @description What was posted with the message; empty in replies. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Id of the request that posted the question, as in `X-Request-Id` and in the logs. */
            request_id: string;
            /**
             * Format: date-time
             * @description When the question was posted; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the question was stored; ISO 8601, UTC.
             */
            completed_at: string;
            /**
             * @description Who answers: people.
             * @enum {string}
             */
            handled_by: "human";
            /** @description What a person has answered. Null: nobody has answered yet. */
            reply: components["schemas"]["SessionHumanMessage"] | null;
        };
        /** @description What a user asked or said. */
        SessionQuestion: {
            /**
             * @description Always `message`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "message";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /**
             * @description Tells a question from a reply.
             * @enum {string}
             */
            role: "user";
            /**
             * @description A question is always complete.
             * @enum {string}
             */
            status: "completed";
            /** @description What the user asked or said. */
            content: string;
            /**
             * Format: uuid
             * @description Id of the session that the message is in.
             */
            session_id: string;
            /**
             * Format: uuid
             * @description Id of the agent that answers.
             */
            agent_id: string;
            /** @description What was posted with the message; empty in replies. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Id of the request that posted the question, as in `X-Request-Id` and in the logs. */
            request_id: string;
            /**
             * Format: date-time
             * @description When the question was posted; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the question was stored; ISO 8601, UTC.
             */
            completed_at: string;
        };
        /** @description What the agent answers. */
        ConversationReply: {
            /**
             * @description Always `message`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "message";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /**
             * @description Tells a reply from a question.
             * @enum {string}
             */
            role: "assistant";
            /**
             * @description `processing` while the reply waits or is being written; then one of the others, which is final.
             * @enum {string}
             */
            status: "processing" | "completed" | "failed" | "cancelled";
            /** @description What the agent says, in Markdown; without images, and without HTML outside of code. Null: the reply is not completed. */
            content: string | null;
            /**
             * Format: uuid
             * @description Id of the conversation that the message is in.
             */
            conversation_id: string;
            /**
             * Format: uuid
             * @description Id of the agent that answers.
             */
            agent_id: string;
            /** @description What was posted with the message; empty in replies. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Id of the request that posted the question, as in `X-Request-Id` and in the logs. */
            request_id: string;
            /**
             * Format: uuid
             * @description Id of the question that the reply answers.
             */
            in_reply_to: string;
            /** @description The knowledge that the reply rests on, each source once; empty until it is completed. */
            citations: components["schemas"]["Citation"][];
            /** @description Whether knowledge supports the reply: whether it cites any. Null: the reply is not completed, or is older than this field. */
            grounded: boolean | null;
            /** @description What the call of the model used and cost. Null: the reply is not finished, no model was called, or a visitor reads it. */
            usage: components["schemas"]["TokenUsage"] | null;
            /** @description Model that wrote the reply, as `provider:model`. Null: the reply is not completed, or a visitor reads it. */
            model: string | null;
            /** @description Model that was to write the reply and could not, as `provider:model`; `model` is one of the `fallback_models` of the agent. Null: the model of the agent wrote it, it is not completed, or a visitor reads it. */
            fallback_for: string | null;
            /**
             * @description Why the model ended the reply: it was done (`stop`), at a limit of tokens (`length`), a filter or the model itself refused (`content_filter`), it wanted to call a tool (`tool_calls`), or `other`. Null: the reply is not completed.
             * @enum {string|null}
             */
            finish_reason: "stop" | "length" | "content_filter" | "tool_calls" | "other" | null;
            /** @description Why a reply failed, or the indexing of a knowledge entry. Null: it has not failed. */
            error: components["schemas"]["JobError"] | null;
            /** @description Milliseconds from the question to the finished reply. Null: the reply is not finished. */
            latency_ms: number | null;
            /**
             * Format: date-time
             * @description When the question was posted; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the reply was completed, failed or was cancelled; ISO 8601, UTC. Null: it is not finished.
             */
            completed_at: string | null;
        };
        /** @description What a person of your organization wrote. */
        ConversationHumanMessage: {
            /**
             * @description Always `message`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "message";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /**
             * @description Tells the message of a person.
             * @enum {string}
             */
            role: "human_agent";
            /**
             * @description A message of a person is always complete.
             * @enum {string}
             */
            status: "completed";
            /** @description What the person wrote. */
            content: string;
            /**
             * Format: uuid
             * @description Id of the conversation that the message is in.
             */
            conversation_id: string;
            /**
             * Format: uuid
             * @description Id of the agent that answers.
             */
            agent_id: string;
            /** @description What was posted with the message; empty in replies. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Id of the request that posted the question, as in `X-Request-Id` and in the logs. */
            request_id: string;
            /** @description Name of the person, which the customer sees. Null: not given. */
            author: string | null;
            /**
             * Format: uuid
             * @description Id of the person, a user of the dashboard. Null: it was posted with a key, or a visitor reads it.
             */
            author_id: string | null;
            /**
             * @description `public`: the customer sees it; `internal`: a note, which neither customers nor models see.
             * @enum {string}
             */
            visibility: "public" | "internal";
            /**
             * Format: date-time
             * @description When the message was posted; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the message was stored; ISO 8601, UTC.
             */
            completed_at: string;
        };
        /** @description A question that came while people had the chat: no agent replies to it. */
        ConversationQuestionToPeople: {
            /**
             * @description Always `message`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "message";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /**
             * @description Tells a question from a reply.
             * @enum {string}
             */
            role: "user";
            /**
             * @description A question is always complete.
             * @enum {string}
             */
            status: "completed";
            /** @description What the user asked or said. */
            content: string;
            /**
             * Format: uuid
             * @description Id of the conversation that the message is in.
             */
            conversation_id: string;
            /**
             * Format: uuid
             * @description Id of the agent that answers.
             */
            agent_id: string;
            /** @description What was posted with the message; empty in replies. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Id of the request that posted the question, as in `X-Request-Id` and in the logs. */
            request_id: string;
            /**
             * Format: date-time
             * @description When the question was posted; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the question was stored; ISO 8601, UTC.
             */
            completed_at: string;
            /**
             * @description Who answers: people.
             * @enum {string}
             */
            handled_by: "human";
            /** @description What a person has answered. Null: nobody has answered yet. */
            reply: components["schemas"]["ConversationHumanMessage"] | null;
        };
        /** @description What a user asked or said. */
        ConversationQuestion: {
            /**
             * @description Always `message`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "message";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /**
             * @description Tells a question from a reply.
             * @enum {string}
             */
            role: "user";
            /**
             * @description A question is always complete.
             * @enum {string}
             */
            status: "completed";
            /** @description What the user asked or said. */
            content: string;
            /**
             * Format: uuid
             * @description Id of the conversation that the message is in.
             */
            conversation_id: string;
            /**
             * Format: uuid
             * @description Id of the agent that answers.
             */
            agent_id: string;
            /** @description What was posted with the message; empty in replies. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Id of the request that posted the question, as in `X-Request-Id` and in the logs. */
            request_id: string;
            /**
             * Format: date-time
             * @description When the question was posted; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the question was stored; ISO 8601, UTC.
             */
            completed_at: string;
        };
        /** @description A time during which people have a session, or had it. */
        SessionHandoff: {
            /**
             * @description Always `handoff`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "handoff";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the session that people have, or had.
             */
            session_id: string;
            /**
             * Format: uuid
             * @description Id of the agent that had it before.
             */
            agent_id: string;
            /**
             * @description Why people get it: the customer asked for a person, the agent had no answer, a low rating, the topic, a person took over of their own accord, or another reason.
             * @enum {string}
             */
            reason: "customer_request" | "no_answer" | "low_rating" | "topic" | "takeover" | "other";
            /** @description What the people should know; the customer and the model do not see it. Null: not given. */
            note: string | null;
            /**
             * @description Who handed it off: the visitor, a key, a user of the dashboard, or a rule of the agent.
             * @enum {string}
             */
            requested_by: "visitor" | "key" | "user" | "rule";
            /**
             * Format: uuid
             * @description Id of the user who answers. Null: nobody is assigned.
             */
            assignee_id: string | null;
            /**
             * Format: date-time
             * @description When the user was assigned; ISO 8601, UTC. Null: nobody is assigned.
             */
            assigned_at: string | null;
            /** @description Messages of the customer meanwhile. */
            questions: number;
            /** @description Messages of people to the customer meanwhile, without internal notes. */
            replies: number;
            /**
             * Format: date-time
             * @description When a person first answered; ISO 8601, UTC. Null: nobody has answered yet.
             */
            first_reply_at: string | null;
            /** @description What the agent should know from now on; the model sees it as data, and may tell the customer. Null: not given. */
            return_note: string | null;
            /**
             * Format: date-time
             * @description When the agent got it back; ISO 8601, UTC. Null: people still have it.
             */
            returned_at: string | null;
            /**
             * Format: date-time
             * @description When the record was created; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description A time during which people have a conversation, or had it. */
        ConversationHandoff: {
            /**
             * @description Always `handoff`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "handoff";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the conversation that people have, or had.
             */
            conversation_id: string;
            /**
             * Format: uuid
             * @description Id of the agent that had it before.
             */
            agent_id: string;
            /**
             * @description Why people get it: the customer asked for a person, the agent had no answer, a low rating, the topic, a person took over of their own accord, or another reason.
             * @enum {string}
             */
            reason: "customer_request" | "no_answer" | "low_rating" | "topic" | "takeover" | "other";
            /** @description What the people should know; the customer and the model do not see it. Null: not given. */
            note: string | null;
            /**
             * @description Who handed it off: the visitor, a key, a user of the dashboard, or a rule of the agent.
             * @enum {string}
             */
            requested_by: "visitor" | "key" | "user" | "rule";
            /**
             * Format: uuid
             * @description Id of the user who answers. Null: nobody is assigned.
             */
            assignee_id: string | null;
            /**
             * Format: date-time
             * @description When the user was assigned; ISO 8601, UTC. Null: nobody is assigned.
             */
            assigned_at: string | null;
            /** @description Messages of the customer meanwhile. */
            questions: number;
            /** @description Messages of people to the customer meanwhile, without internal notes. */
            replies: number;
            /**
             * Format: date-time
             * @description When a person first answered; ISO 8601, UTC. Null: nobody has answered yet.
             */
            first_reply_at: string | null;
            /** @description What the agent should know from now on; the model sees it as data, and may tell the customer. Null: not given. */
            return_note: string | null;
            /**
             * Format: date-time
             * @description When the agent got it back; ISO 8601, UTC. Null: people still have it.
             */
            returned_at: string | null;
            /**
             * Format: date-time
             * @description When the record was created; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description What a reviewer thinks of a session, or of one reply. */
        SessionFeedback: {
            /**
             * @description Always `feedback`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "feedback";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the session that is rated, or that the reply is in.
             */
            session_id: string;
            /**
             * Format: uuid
             * @description Id of the one reply that is rated. Null: all of the chat is rated.
             */
            message_id: string | null;
            /**
             * @description Your own id or name of the person who rates; must not be blank. With a widget token it is always `visitor`.
             * @example zoe@example.com
             */
            reviewer: string;
            /** @description How good it was: 1 is the worst, 5 the best; 1 and 2 count as negative. */
            rating: number;
            /** @description What the reviewer says about it. Null: not given. */
            comment: string | null;
            /**
             * Format: date-time
             * @description When the record was created; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description What a reviewer thinks of a conversation, or of one reply. */
        ConversationFeedback: {
            /**
             * @description Always `feedback`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "feedback";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the conversation that is rated, or that the reply is in.
             */
            conversation_id: string;
            /**
             * Format: uuid
             * @description Id of the one reply that is rated. Null: all of the chat is rated.
             */
            message_id: string | null;
            /**
             * @description Your own id or name of the person who rates; must not be blank. With a widget token it is always `visitor`.
             * @example zoe@example.com
             */
            reviewer: string;
            /** @description How good it was: 1 is the worst, 5 the best; 1 and 2 count as negative. */
            rating: number;
            /** @description What the reviewer says about it. Null: not given. */
            comment: string | null;
            /**
             * Format: date-time
             * @description When the record was created; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description The newest message that has text. */
        LastMessage: {
            /**
             * @description Who wrote it: the `user`, the agent (`assistant`), or a person (`human_agent`).
             * @enum {string}
             */
            role: "user" | "assistant" | "human_agent";
            /** @description The first 200 characters of the message. */
            text: string;
        };
        /** @description The newest message in which the searched text was found. */
        ThreadMatch: {
            /**
             * Format: uuid
             * @description Where a transcript opens to show the text.
             */
            message_id: string;
            /**
             * @description Who wrote it: the `user`, the agent (`assistant`), or a person (`human_agent`).
             * @enum {string}
             */
            role: "user" | "assistant" | "human_agent";
            /** @description What surrounds the text in it, up to 400 characters. */
            text: string;
        };
        /** @description A session or conversation, as lists show it. */
        ThreadSummary: {
            /**
             * @description Always `thread`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "thread";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /**
             * @description Whether it is a session or a conversation.
             * @enum {string}
             */
            kind: "session" | "conversation";
            /**
             * Format: uuid
             * @description Id of the agent that answers.
             */
            agent_id: string;
            /** @description What this agent is called. */
            agent_name: string;
            /**
             * @description An `active` session and an `open` conversation take messages; a `closed` one was closed, an `expired` session was idle for too long.
             * @enum {string}
             */
            status: "active" | "open" | "closed" | "expired";
            /** @description Your own id of the customer, in a conversation. Null: not given. */
            customer_id: string | null;
            /** @description Your own label of the visitor, in a session. Null: not given. */
            visitor_id: string | null;
            /** @description What the conversation is about. Null: not given. */
            title: string | null;
            /** @description The user's language, as a BCP 47 tag. Null: not given. */
            locale: string | null;
            /**
             * Format: uuid
             * @description Id of the context of the customer. Null: not given.
             */
            user_context_id: string | null;
            /**
             * @description Who answers: the `agent`, or people (`human`) from a handoff until they return it.
             * @enum {string}
             */
            handled_by: "agent" | "human";
            /** @description Whether a test key (`sk_test_…`) opened it: no figure counts it, and it is deleted a day later. */
            is_test: boolean;
            /** @description What the customer is called: the trait `name` of their context, or else `email`. Null: neither is known, or it is a session. */
            customer_name: string | null;
            /** @description The first 200 characters of what the user asked first. Null: nothing was asked. */
            first_question: string | null;
            /**
             * @description How it has gone, the first that is true: `rated_low`, a rating of 1 or 2; `failed`, a reply failed; `not_from_knowledge`, a reply cites no knowledge; `answered`. Null: no reply has ended.
             * @enum {string|null}
             */
            outcome: "rated_low" | "failed" | "not_from_knowledge" | "answered" | null;
            /**
             * Format: date-time
             * @description When its last message was posted; without messages, when it was opened; ISO 8601, UTC.
             */
            active_at: string;
            /** @description Messages in it, replies included. */
            message_count: number;
            /** @description Questions whose reply failed. */
            failed_replies: number;
            /** @description Completed replies that cite no knowledge. */
            ungrounded_replies: number;
            /** @description Whether a reply waits or is being written. */
            is_answering: boolean;
            /** @description Ratings that were given. */
            feedback_count: number;
            /** @description Ratings of 1 or 2. */
            negative_feedback_count: number;
            /** @description Mean of the ratings, 1 to 5, rounded to one decimal. Null: there are none. */
            average_rating: number | null;
            /** @description The newest message that has text. Null: there is none. */
            last_message: components["schemas"]["LastMessage"] | null;
            /** @description The newest message in which the searched text was found. Null: there was no `search` or `text`, or only a name or title contains it. */
            match: components["schemas"]["ThreadMatch"] | null;
            /**
             * Format: date-time
             * @description When the record was created; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description How much of a list the answer has, and how to read on. */
        ThreadPagination: {
            /** @description The `limit` of the request. */
            limit: number;
            /** @description Whether there is another page. */
            has_more: boolean;
            /** @description Send it as `after` for the next page. Null: this is the last page. */
            next_cursor: string | null;
            /**
             * Format: date-time
             * @description With `text` or `search`, when the oldest message was posted that the search looked at; ISO 8601, UTC. Null: it looked at all messages, or there was neither.
             */
            searched_since: string | null;
        };
        /** @description How a session or conversation stands. */
        Thread: {
            /**
             * @description Always `thread`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "thread";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /**
             * @description Whether it is a session or a conversation.
             * @enum {string}
             */
            kind: "session" | "conversation";
            /**
             * Format: uuid
             * @description Id of the agent that answers.
             */
            agent_id: string;
            /** @description What this agent is called. */
            agent_name: string;
            /**
             * @description An `active` session and an `open` conversation take messages; a `closed` one was closed, an `expired` session was idle for too long.
             * @enum {string}
             */
            status: "active" | "open" | "closed" | "expired";
            /** @description Your own id of the customer, in a conversation. Null: not given. */
            customer_id: string | null;
            /** @description Your own label of the visitor, in a session. Null: not given. */
            visitor_id: string | null;
            /** @description What the conversation is about. Null: not given. */
            title: string | null;
            /** @description The user's language, as a BCP 47 tag. Null: not given. */
            locale: string | null;
            /**
             * Format: uuid
             * @description Id of the context of the customer. Null: not given.
             */
            user_context_id: string | null;
            /**
             * @description Who answers: the `agent`, or people (`human`) from a handoff until they return it.
             * @enum {string}
             */
            handled_by: "agent" | "human";
            /** @description Whether a test key (`sk_test_…`) opened it: no figure counts it, and it is deleted a day later. */
            is_test: boolean;
            /** @description What the customer is called: the trait `name` of their context, or else `email`. Null: neither is known, or it is a session. */
            customer_name: string | null;
            /** @description The first 200 characters of what the user asked first. Null: nothing was asked. */
            first_question: string | null;
            /**
             * @description How it has gone, the first that is true: `rated_low`, a rating of 1 or 2; `failed`, a reply failed; `not_from_knowledge`, a reply cites no knowledge; `answered`. Null: no reply has ended.
             * @enum {string|null}
             */
            outcome: "rated_low" | "failed" | "not_from_knowledge" | "answered" | null;
            /**
             * Format: date-time
             * @description When its last message was posted; without messages, when it was opened; ISO 8601, UTC.
             */
            active_at: string;
            /** @description Messages in it, replies included. */
            message_count: number;
            /** @description Questions whose reply failed. */
            failed_replies: number;
            /** @description Completed replies that cite no knowledge. */
            ungrounded_replies: number;
            /** @description Whether a reply waits or is being written. */
            is_answering: boolean;
            /** @description Ratings that were given. */
            feedback_count: number;
            /** @description Ratings of 1 or 2. */
            negative_feedback_count: number;
            /** @description Mean of the ratings, 1 to 5, rounded to one decimal. Null: there are none. */
            average_rating: number | null;
            /** @description The newest message that has text. Null: there is none. */
            last_message: components["schemas"]["LastMessage"] | null;
            /** @description The newest message in which the searched text was found. Null: there was no `search` or `text`, or only a name or title contains it. */
            match: components["schemas"]["ThreadMatch"] | null;
            /** @description What was stored with it when it was opened or changed. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Tokens that models read for its replies, in calls that failed as well. */
            input_tokens: number;
            /** @description Tokens that models wrote for its replies, in calls that failed as well. */
            output_tokens: number;
            /** @description Cost in USD of the calls of models whose price is known. Null: there is none. */
            cost_usd: number | null;
            /**
             * Format: date-time
             * @description When the record was created; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description The streams of an organization. */
        ThreadStreams: {
            /** @description Streams that the answering process holds for the organization. */
            open: number;
            /** @description How many it holds at most. */
            limit: number;
        };
        /** @description What you know of one of your users. */
        Context: {
            /**
             * @description Always `context`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "context";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /** @description Your own id of the user. Each has one context. */
            user_reference: string;
            /** @description Free-form data about the user; part of the prompt of each reply to them. At most 16 kB as JSON, 5 levels deep. */
            traits: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When the record was created; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description A context that is gone. The counts are there with `erase=everything`. */
        DeletedContext: {
            /**
             * Format: uuid
             * @description Id of the context that was deleted.
             */
            id: string;
            /**
             * @description Always true: the context is deleted.
             * @enum {boolean}
             */
            deleted: true;
            /** @description Conversations that were deleted with it. */
            conversations?: number;
            /** @description Messages that were deleted with it. */
            messages?: number;
            /** @description Ratings that were deleted with it. */
            feedback?: number;
        };
        /** @description A file with one JSON object per line: a record as its own route answers it, and its `type`: `context`, `conversation`, `message` or `feedback`; and `budget_spending`, which no route answers: what the user has spent of a budget for customers. */
        ContextExport: string;
        /** @description A question/answer pair that agents may answer from. */
        QaEntry: {
            /**
             * @description Always `knowledge_entry`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "knowledge_entry";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /**
             * @description What users ask; the pair answers first where somebody asks the same. Must not be blank.
             * @example How long does a parcel take?
             */
            question: string;
            /**
             * @description What agents should answer; must not be blank.
             * @example Two days.
             */
            answer: string;
            /** @description Words by which people sort pairs; they are not searched. Default: none. */
            tags: string[];
            /** @description Where the pair is from, such as `manual`; for people. Null: not given. */
            source: string | null;
            /** @description Ids of the agents that may answer from the entry. Null: every agent of the organization. */
            agent_ids: string[] | null;
            /**
             * @description `processing`: it waits to be indexed or is being indexed; `ready`: agents answer from it; `failed`: `error` says why.
             * @enum {string}
             */
            status: "processing" | "ready" | "failed";
            /** @description How far the reading of a PDF or site is, in pages. Null: it is not being read, or has no pages. */
            progress: {
                /** @description Pages that were read. */
                done: number;
                /** @description Pages that are known of so far. */
                total: number;
            } | null;
            /** @description Why a reply failed, or the indexing of a knowledge entry. Null: it has not failed. */
            error: components["schemas"]["JobError"] | null;
            /** @description Pieces into which its text is cut, as they are found and cited. */
            chunk_count: number;
            /**
             * Format: date-time
             * @description When its text was last indexed; ISO 8601, UTC. Null: not yet.
             */
            indexed_at: string | null;
            /**
             * Format: date-time
             * @description When the record was created; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description A piece of an entry, as replies are made from it and cite it. */
        Chunk: {
            /** @description Place of the piece in the entry; the first is 1. */
            position: number;
            /** @description The headings above it, from the outermost on, with ` › ` between them; empty: there are none. */
            heading: string;
            /** @description What the piece says. */
            text: string;
            /** @description Language whose word forms the search knows in this piece, by its English name, such as `german`; `simple`: it finds the exact words only. */
            language: string;
            /** @description Address of the web page that the piece is from, where it is not the `url` of the entry. Null: it is, or the entry is a file or pair. */
            page_url: string | null;
            /** @description Title of the page of a site that the piece is from. Null: the title of the entry applies. */
            page_title: string | null;
            /** @description Page of the PDF on which the passage begins; the first is 1. Null: it is from no PDF, or from one that was indexed before pages were kept. */
            page: number | null;
        };
        /** @description Which page of a list the answer has. */
        NumberedPagination: {
            /** @description Number of this page; the first is 1. */
            page: number;
            /** @description Maximum number of rows on a page. */
            page_size: number;
            /** @description Rows of all pages together. */
            total: number;
        };
        /** @description A web page or site that agents may answer from. */
        UrlEntry: {
            /**
             * @description Always `knowledge_entry`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "knowledge_entry";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /** @description Address of the page, or where reading the site begins. */
            url: string;
            /**
             * @description The title that was given, else the one that the page gives itself. Null: there is neither.
             * @example Shipping
             */
            title: string | null;
            /**
             * @description What is read: the page alone (`page`, the default); the pages of a sitemap (`sitemap`), which `url` or robots.txt names, or `/sitemap.xml`; or the pages that links lead to from `url` on, the nearest first (`site`). Stays within the site, and keeps to robots.txt, `noindex` and `nofollow`.
             * @enum {string}
             */
            crawl: "page" | "sitemap" | "site";
            /** @description Maximum number of pages that are read of a sitemap or site. Default: 50. */
            max_pages: number;
            /** @description Hours after which the page or site is read again, each time; 8,760 are a year. Where that fails, agents answer from what was indexed before. Default: never. Null: never. */
            refresh_hours: number | null;
            /** @description Address that the page gives itself, if it is on the same site; citations link to it. Null: it gives none, was not read yet, or `crawl` is not `page`. */
            canonical_url: string | null;
            /** @description What became of the pages of a sitemap or site. Null: `crawl` is `page`, or it was not read yet. */
            pages: {
                /** @description Pages that are indexed. */
                done: number;
                /** @description Pages that could not be read. */
                failed: number;
            } | null;
            /**
             * Format: date-time
             * @description When the page or site was last read, or found to be unchanged; ISO 8601, UTC. Null: not yet.
             */
            checked_at: string | null;
            /** @description Ids of the agents that may answer from the entry. Null: every agent of the organization. */
            agent_ids: string[] | null;
            /**
             * @description `processing`: it waits to be indexed or is being indexed; `ready`: agents answer from it; `failed`: `error` says why.
             * @enum {string}
             */
            status: "processing" | "ready" | "failed";
            /** @description How far the reading of a PDF or site is, in pages. Null: it is not being read, or has no pages. */
            progress: {
                /** @description Pages that were read. */
                done: number;
                /** @description Pages that are known of so far. */
                total: number;
            } | null;
            /** @description Why a reply failed, or the indexing of a knowledge entry. Null: it has not failed. */
            error: components["schemas"]["JobError"] | null;
            /** @description Pieces into which its text is cut, as they are found and cited. */
            chunk_count: number;
            /**
             * Format: date-time
             * @description When its text was last indexed; ISO 8601, UTC. Null: not yet.
             */
            indexed_at: string | null;
            /**
             * Format: date-time
             * @description When the record was created; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description A file that agents may answer from. */
        FileEntry: {
            /**
             * @description Always `knowledge_entry`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "knowledge_entry";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /**
             * @description What the file is called in lists and citations; must not be blank.
             * @example Terms
             */
            title: string;
            /**
             * @description How the content is read; an upload sets it by the ending of the name. Null: not given.
             * @enum {string|null}
             */
            file_type: "pdf" | "docx" | "xlsx" | "pptx" | "odt" | "ods" | "odp" | "epub" | "rtf" | "eml" | "txt" | "md" | "html" | "csv" | "json" | null;
            /** @description What the file is about; indexed together with its content, or in its place. Null: not given. */
            summary: string | null;
            /** @description Name of the file that was uploaded. Null: no file was uploaded. */
            file_name: string | null;
            /** @description Bytes of the file that was uploaded. Null: no file was uploaded. */
            size_bytes: number | null;
            /** @description Ids of the agents that may answer from the entry. Null: every agent of the organization. */
            agent_ids: string[] | null;
            /**
             * @description `processing`: it waits to be indexed or is being indexed; `ready`: agents answer from it; `failed`: `error` says why.
             * @enum {string}
             */
            status: "processing" | "ready" | "failed";
            /** @description How far the reading of a PDF or site is, in pages. Null: it is not being read, or has no pages. */
            progress: {
                /** @description Pages that were read. */
                done: number;
                /** @description Pages that are known of so far. */
                total: number;
            } | null;
            /** @description Why a reply failed, or the indexing of a knowledge entry. Null: it has not failed. */
            error: components["schemas"]["JobError"] | null;
            /** @description Pieces into which its text is cut, as they are found and cited. */
            chunk_count: number;
            /**
             * Format: date-time
             * @description When its text was last indexed; ISO 8601, UTC. Null: not yet.
             */
            indexed_at: string | null;
            /**
             * Format: date-time
             * @description When the record was created; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description The bytes of the file, as they were uploaded. */
        FileContent: string;
        /** @description How many entries of one kind there are, by their state. */
        KindCounts: {
            /** @description Entries that wait to be indexed or are being indexed. */
            processing: number;
            /** @description Entries that are indexed. */
            ready: number;
            /** @description Entries that could not be indexed; the `error` of each says why. */
            failed: number;
        };
        /** @description The same for each kind of entry. */
        EntryCountsByKind: {
            /** @description Entries of files. */
            file: components["schemas"]["KindCounts"];
            /** @description Entries of question/answer pairs. */
            qa: components["schemas"]["KindCounts"];
            /** @description Entries of web pages and sites. */
            url: components["schemas"]["KindCounts"];
        };
        /** @description How many entries there are, by their state. */
        EntryCounts: {
            /** @description Entries that wait to be indexed or are being indexed. */
            processing: number;
            /** @description Entries that are indexed. */
            ready: number;
            /** @description Entries that could not be indexed; the `error` of each says why. */
            failed: number;
            kinds: components["schemas"]["EntryCountsByKind"];
        };
        /** @description How far the embedding of the knowledge is, in pieces of entries. */
        EmbeddingProgress: {
            /**
             * @description The embedding model of the service, as `provider:model`.
             * @example openai:text-embedding-3-small
             */
            model: string;
            /** @description All pieces of the knowledge. */
            total: number;
            /** @description Pieces that are found by their meaning as well as by their words. */
            done: number;
            /** @description Pieces that the model refuses; they are found by their words alone. */
            refused: number;
            /** @description Why the last try failed; workers try again. Null: it did not fail. */
            error: components["schemas"]["JobError"] | null;
        };
        /** @description How far the indexing and embedding of all knowledge is. */
        KnowledgeStatus: {
            entries: components["schemas"]["EntryCounts"];
            /**
             * @description How knowledge is found now: by its `words` alone, because the service has no embedding model or none of the pieces has a vector yet, or by `words_and_meaning`.
             * @enum {string}
             */
            search: "words" | "words_and_meaning";
            /** @description How far the embedding of the knowledge is, in pieces of entries. Null: the service has no embedding model and finds knowledge by its words alone. */
            embedding: components["schemas"]["EmbeddingProgress"] | null;
        };
        /** @description One of the two sentences, with the entry that says it. */
        ContradictingStatement: {
            /**
             * Format: uuid
             * @description Id of the knowledge entry that it is from.
             */
            knowledge_id: string;
            /**
             * @description Kind of the knowledge entry: a `file`, a question/answer pair (`qa`), or a web page or site (`url`).
             * @enum {string}
             */
            kind: "file" | "qa" | "url";
            /** @description Title of the file or page, or the question of a pair. Null: it has none. */
            title: string | null;
            /** @description Address of the web page that it is from. Null: it is from a file or pair. */
            url: string | null;
            /** @description The sentence, word for word. */
            sentence: string;
            /** @description The figures in it that differ from those of the other sentence, as they are written. */
            figures: string[];
        };
        /** @description Two sentences of the knowledge that say the same but for their figures. */
        Contradiction: {
            /**
             * @description Always `contradiction`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "contradiction";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /** @description The two sentences. Both may be from one entry. */
            statements: components["schemas"]["ContradictingStatement"][];
            /**
             * Format: date-time
             * @description When a reply first had both sentences among its passages; ISO 8601, UTC.
             */
            found_at: string;
        };
        /** @description Words and phrases that mean the same in your organization. */
        SynonymGroup: {
            /**
             * @description Always `synonym_group`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "synonym_group";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /**
             * @description Words or phrases that mean the same, all different, in any language. A phrase has at most 8 words. Case, accents and endings do not count.
             * @example [
             *       "sofa",
             *       "couch",
             *       "settee"
             *     ]
             */
            words: string[];
            /**
             * Format: date-time
             * @description When the record was created; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description What became of the pages of a sitemap or site. */
        CrawledPages: {
            /** @description Pages that are indexed. */
            done: number;
            /** @description Pages that could not be read. */
            failed: number;
        };
        /** @description A knowledge entry of any kind, as lists show it. */
        ListedEntry: {
            /**
             * @description Always `knowledge_entry`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "knowledge_entry";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /**
             * @description Kind of the knowledge entry: a `file`, a question/answer pair (`qa`), or a web page or site (`url`).
             * @enum {string}
             */
            kind: "file" | "qa" | "url";
            /** @description Title of the file or page, the question of a pair, or the url of a page without a title. */
            title: string;
            /** @description Address of the web page or site. Null: it is no web page or site. */
            url: string | null;
            /**
             * @description What is read of a web address: the page alone, or also pages of its sitemap or site. Other kinds have `page`.
             * @enum {string}
             */
            crawl: "page" | "sitemap" | "site";
            /** @description What became of the pages of a sitemap or site. Null: it is no sitemap or site, or was not read yet. */
            pages: components["schemas"]["CrawledPages"] | null;
            /** @description Hours after which the page or site is read again. Null: never. */
            refresh_hours: number | null;
            /**
             * Format: date-time
             * @description When the page or site was last read, or found to be unchanged; ISO 8601, UTC. Null: not yet.
             */
            checked_at: string | null;
            /** @description Tags of a pair; other kinds have none. */
            tags: string[];
            /** @description Where a pair is from. Null: not given. */
            source: string | null;
            /**
             * @description Type of the file. Null: it is no file, or none was uploaded.
             * @enum {string|null}
             */
            file_type: "pdf" | "docx" | "xlsx" | "pptx" | "odt" | "ods" | "odp" | "epub" | "rtf" | "eml" | "txt" | "md" | "html" | "csv" | "json" | null;
            /** @description Name of the file that was uploaded. Null: it is no file, or none was uploaded. */
            file_name: string | null;
            /** @description Bytes of the file that was uploaded. Null: it is no file, or none was uploaded. */
            size_bytes: number | null;
            /**
             * Format: date-time
             * @description When a reply last had it among its passages, to the hour; ISO 8601, UTC. Null: not since uses are recorded.
             */
            found_at: string | null;
            /**
             * Format: date-time
             * @description When a reply last cited it, to the hour; ISO 8601, UTC. Null: not since uses are recorded.
             */
            cited_at: string | null;
            /** @description Ids of the agents that may answer from the entry. Null: every agent of the organization. */
            agent_ids: string[] | null;
            /**
             * @description `processing`: it waits to be indexed or is being indexed; `ready`: agents answer from it; `failed`: `error` says why.
             * @enum {string}
             */
            status: "processing" | "ready" | "failed";
            /** @description How far the reading of a PDF or site is, in pages. Null: it is not being read, or has no pages. */
            progress: {
                /** @description Pages that were read. */
                done: number;
                /** @description Pages that are known of so far. */
                total: number;
            } | null;
            /** @description Why a reply failed, or the indexing of a knowledge entry. Null: it has not failed. */
            error: components["schemas"]["JobError"] | null;
            /** @description Pieces into which its text is cut, as they are found and cited. */
            chunk_count: number;
            /**
             * Format: date-time
             * @description When its text was last indexed; ISO 8601, UTC. Null: not yet.
             */
            indexed_at: string | null;
            /**
             * Format: date-time
             * @description When the record was created; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description How many entries need attention, for each reason. */
        KnowledgeNeeds: {
            /** @description Pages and other entries that may be out of date. */
            stale: number;
            /** @description Entries that no reply had among its passages for a long time. */
            unread: number;
            /** @description Entries that replies had among their passages and did not cite. */
            uncited: number;
            /** @description Entries with a sentence that another one contradicts. */
            contradicting: number;
            /** @description Entries that are not embedded yet, and found by their words alone. Null: the service has no embedding model. */
            words_only: number | null;
        };
        /** @description Entries that are gone. */
        DeletedEntries: {
            /**
             * @description Always true: none of the entries is there any more.
             * @enum {boolean}
             */
            deleted: true;
        };
        /** @description Entries that will be indexed anew. */
        ReindexedEntries: {
            /** @description Ids of those that are there; others are left out. */
            ids: string[];
        };
        /** @description How an embedded chat looks and what it says. */
        WidgetConfiguration: {
            /**
             * @description Always `widget_configuration`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "widget_configuration";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /**
             * @description What people call the configuration; visitors do not see it. Must not be blank.
             * @example Shop
             */
            name: string;
            /** @description Questions that a visitor can ask by a click, below the greeting. Default: none. */
            suggested_questions: string[];
            /** @description Colours of the widget. Those that are left out follow from the others, with a contrast that can be read. */
            colors: {
                /**
                 * @description Colour of the button, the header and the visitor's messages, as `#rrggbb` or `#rgb`.
                 * @example #2e7d32
                 */
                primary?: string;
                /**
                 * @description Colour of text and icons on `primary`, as `#rrggbb` or `#rgb`.
                 * @example #2e7d32
                 */
                primary_text?: string;
                /**
                 * @description Colour of the background of the chat, as `#rrggbb` or `#rgb`.
                 * @example #2e7d32
                 */
                background?: string;
                /**
                 * @description Colour of text on the background, as `#rrggbb` or `#rgb`.
                 * @example #2e7d32
                 */
                text?: string;
                /**
                 * @description Colour of the agent's messages, as `#rrggbb` or `#rgb`.
                 * @example #2e7d32
                 */
                bubble?: string;
                /**
                 * @description Colour of text in the agent's messages, as `#rrggbb` or `#rgb`.
                 * @example #2e7d32
                 */
                bubble_text?: string;
            };
            /**
             * @description Corner of the page in which the button is. Default: `bottom-right`.
             * @enum {string}
             */
            position: "bottom-right" | "bottom-left";
            /**
             * @description Whether the chat is light or dark; `auto` is as the visitor's system. Default: `auto`.
             * @enum {string}
             */
            theme: "auto" | "light" | "dark";
            /** @description Words in place of the widget's own, in every language. Those that are left out stay the widget's own. */
            texts: {
                /**
                 * @description Name of the button that opens the chat.
                 * @example Ask us
                 */
                open?: string;
                /**
                 * @description Name of the buttons that close the chat.
                 * @example Ask us
                 */
                close?: string;
                /**
                 * @description What stands in the empty field for a message.
                 * @example Ask us
                 */
                placeholder?: string;
                /**
                 * @description Name of the button that sends a message.
                 * @example Ask us
                 */
                send?: string;
                /**
                 * @description Button below a message that failed.
                 * @example Ask us
                 */
                retry?: string;
                /**
                 * @description Button that begins a new chat.
                 * @example Ask us
                 */
                new_session?: string;
                /**
                 * @description What screen readers say while a reply is awaited.
                 * @example Ask us
                 */
                typing?: string;
                /**
                 * @description Small print below the chat.
                 * @example Ask us
                 */
                disclaimer?: string;
                /**
                 * @description Shown while the server does not answer, or the visitor is offline.
                 * @example Ask us
                 */
                offline?: string;
                /**
                 * @description Shown in place of a reply that failed.
                 * @example Ask us
                 */
                failed?: string;
                /**
                 * @description Shown when a limit on messages is reached.
                 * @example Ask us
                 */
                limit_reached?: string;
                /**
                 * @description Shown when the agent is not active.
                 * @example Ask us
                 */
                agent_inactive?: string;
                /**
                 * @description Shown when the session was closed or has expired.
                 * @example Ask us
                 */
                session_ended?: string;
            };
            /**
             * Format: uuid
             * @description Id of the agent that answers, where the page does not name one by `data-assistant-id`. Null: not given, or the agent was deleted.
             */
            agent_id: string | null;
            /** @description Heading of the chat. Default: the widget's own, in the language of the visitor. Null: not given. */
            title: string | null;
            /** @description First words in the chat, before a question is asked; may be Markdown. Default: the widget's own, in the language of the visitor. Null: not given. */
            greeting: string | null;
            /**
             * @description Language of the widget's own words, as a BCP 47 tag such as `de` or `pt-BR`; `pt_BR` is taken as well. The `data-locale` of its tag goes before it. Default: the language of the page, or of the browser. Null: not given.
             * @example en
             */
            locale: string | null;
            /**
             * Format: date-time
             * @description When the record was created; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description Limits on requests of this application alone. Default: none. */
        ApplicationLimits: {
            /** @description API requests an hour with the application's keys; at most the limit of the organization. Null: only that of the organization applies. */
            hourly_limit: number | null;
            /** @description Requests an hour of its widgets; at most `WIDGET_APPLICATION_HOURLY_LIMIT` (1,000) of the service. Null: only that applies. */
            widget_hourly_limit: number | null;
        };
        /** @description A secret of an application, without the secret itself. */
        Secret: {
            /**
             * @description Always `secret`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "secret";
            /**
             * Format: uuid
             * @description Id of this secret, by which it can be revoked; UUID v7.
             */
            id: string;
            /** @description What people call the key, such as the program that has it. Null: it came with the application or a rotation. */
            name: string | null;
            /** @description What the key may do: `chat` holds conversations, `knowledge` reads and changes knowledge, `manage` changes agents and widgets, `read` reads everything. Each operation names the scopes that open it. Null: all. */
            scopes: ("chat" | "knowledge" | "read" | "manage")[] | null;
            /** @description Ids of the only agents that the key reaches: others, their conversations, and the knowledge of others alone are not found. Null: every agent of the organization, also later ones. */
            agent_ids: string[] | null;
            /** @description Whether it is a test key (`sk_test_…`): its sessions and conversations are in no figure and are deleted a day later, and it reaches no others. */
            is_test: boolean;
            /** @description The last four characters of the secret, to tell it from others. */
            hint: string;
            /**
             * Format: date-time
             * @description When the secret was issued; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When a request last came with the secret, to the minute; ISO 8601, UTC. Null: never.
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description When the secret ends; ISO 8601, UTC. Null: it does not end by itself.
             */
            expires_at: string | null;
        };
        /** @description An application that was made just now, with its first secret. */
        CreatedApplication: {
            /**
             * @description Always `application`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "application";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /** @description What people call the application, such as the site that it is for; must not be blank. */
            name: string;
            /** @description To be sent as `X-API-Key`, or to get a widget token; begins with `app_` and is no secret. */
            client_id: string;
            /** @description Origins whose pages may get widget tokens: scheme, host and port as browsers send them; `https://*.example.com` stands for every host below example.com. Default: none, so that no page may. */
            allowed_origins: string[];
            /** @description Ids of the agents that its widgets reach; sessions and widget configurations of other agents are not found. Null, the default: every agent. */
            agent_ids: string[] | null;
            limits: components["schemas"]["ApplicationLimits"];
            /** @description The secrets and keys that are valid now, the oldest first. */
            secrets: components["schemas"]["Secret"][];
            /**
             * Format: date-time
             * @description When a request of the application last came, by key or token; ISO 8601, UTC. Null: never.
             */
            last_used_at: string | null;
            /** @description The secret itself, to be sent as `Authorization: Bearer`, or as `X-API-Secret` beside the client id. Keep it: no other answer has it. Null: an earlier request with the same `Idempotency-Key` returned it. */
            client_secret: string | null;
            /**
             * Format: date-time
             * @description When the record was created; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description Credentials of a server or site, the origins that may use them, and their limits. */
        Application: {
            /**
             * @description Always `application`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "application";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /** @description What people call the application, such as the site that it is for; must not be blank. */
            name: string;
            /** @description To be sent as `X-API-Key`, or to get a widget token; begins with `app_` and is no secret. */
            client_id: string;
            /** @description Origins whose pages may get widget tokens: scheme, host and port as browsers send them; `https://*.example.com` stands for every host below example.com. Default: none, so that no page may. */
            allowed_origins: string[];
            /** @description Ids of the agents that its widgets reach; sessions and widget configurations of other agents are not found. Null, the default: every agent. */
            agent_ids: string[] | null;
            limits: components["schemas"]["ApplicationLimits"];
            /** @description The secrets and keys that are valid now, the oldest first. */
            secrets: components["schemas"]["Secret"][];
            /**
             * Format: date-time
             * @description When a request of the application last came, by key or token; ISO 8601, UTC. Null: never.
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description When the record was created; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description How much of a limit on requests is used. */
        LimitUse: {
            /** @description Requests that one window lets through. */
            limit: number;
            /** @description Requests in the current window; more than `limit` if that was lowered meanwhile. */
            used: number;
            /** @description Requests that the current window still lets through. */
            remaining: number;
            /**
             * Format: date-time
             * @description When the current window ends; ISO 8601, UTC. Null: none has begun.
             */
            resets_at: string | null;
        };
        /** @description How much of the limits on an application is used. */
        ApplicationLimitUse: {
            /** @description API requests with the application's keys, in windows of an hour. Null: it has no limit of its own. */
            requests: components["schemas"]["LimitUse"] | null;
            /** @description Requests of its widgets, in windows of an hour. */
            widget: components["schemas"]["LimitUse"];
            /** @description API requests of the whole organization, in windows of an hour. */
            organization: components["schemas"]["LimitUse"];
        };
        /** @description A secret that was issued just now. */
        NewSecret: {
            /**
             * @description Always `secret`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "secret";
            /**
             * Format: uuid
             * @description Id of this secret, by which it can be revoked; UUID v7.
             */
            id: string;
            /** @description What people call the key, such as the program that has it. Null: it came with the application or a rotation. */
            name: string | null;
            /** @description What the key may do: `chat` holds conversations, `knowledge` reads and changes knowledge, `manage` changes agents and widgets, `read` reads everything. Each operation names the scopes that open it. Null: all. */
            scopes: ("chat" | "knowledge" | "read" | "manage")[] | null;
            /** @description Ids of the only agents that the key reaches: others, their conversations, and the knowledge of others alone are not found. Null: every agent of the organization, also later ones. */
            agent_ids: string[] | null;
            /** @description Whether it is a test key (`sk_test_…`): its sessions and conversations are in no figure and are deleted a day later, and it reaches no others. */
            is_test: boolean;
            /** @description The last four characters of the secret, to tell it from others. */
            hint: string;
            /**
             * Format: date-time
             * @description When the secret was issued; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When a request last came with the secret, to the minute; ISO 8601, UTC. Null: never.
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description When the secret ends; ISO 8601, UTC. Null: it does not end by itself.
             */
            expires_at: string | null;
            /** @description The secret itself, to be sent as `Authorization: Bearer`, or as `X-API-Secret` beside the client id. Keep it: no other answer has it. Null: an earlier request with the same `Idempotency-Key` returned it. */
            client_secret: string | null;
        };
        /** @description API requests with keys of the organization's applications, in windows of an hour. Only the operator can change the limit. */
        OrganizationRequests: {
            /** @description Requests that one window lets through. */
            limit: number;
            /** @description Requests in the current window; more than `limit` if that was lowered meanwhile. */
            used: number;
            /** @description Requests that the current window still lets through. */
            remaining: number;
            /**
             * Format: date-time
             * @description When the current window ends; ISO 8601, UTC. Null: none has begun.
             */
            resets_at: string | null;
        };
        /** @description Limits on the requests of widgets. Only the operator can change them. */
        WidgetLimits: {
            /** @description Requests a minute in one session. */
            session_minute: number;
            /** @description Requests an hour from one visitor's IP address. */
            address_hourly: number;
            /** @description Requests an hour of one application, which may have a lower limit of its own. */
            application_hourly: number;
        };
        /** @description How long one kind of data is kept. */
        RetentionPeriod: {
            /** @description Days, as the organization's owners or the operator chose. Null: the days of the service apply. */
            own: number | null;
            /** @description Days of the service, which no organization can exceed. Null: forever. */
            most: number | null;
            /** @description Days that apply: the fewer of both. Null: forever. */
            days: number | null;
        };
        /** @description How long data of the organization is kept. Workers delete what is older, a few times an hour. */
        Retention: {
            /** @description Days for which sessions and conversations are kept after their last message, with all messages, feedback and traces; figures of their cost stay. */
            message_days: components["schemas"]["RetentionPeriod"];
            /** @description Days for which traces are kept: how replies came about, where that was asked for. */
            trace_days: components["schemas"]["RetentionPeriod"];
            /** @description Days for which each single request is kept, for the analytics. */
            request_log_days: components["schemas"]["RetentionPeriod"];
            /** @description Days for which sums by the hour are kept, and what the rate limits did. */
            analytics_days: components["schemas"]["RetentionPeriod"];
            /** @description Days for which audit events are kept; only the operator can change it. */
            audit_days: components["schemas"]["RetentionPeriod"];
        };
        /** @description Your organization: a tenant of this service. */
        Organization: {
            /**
             * @description Always `organization`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "organization";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /** @description What the organization is called; the operator names it. */
            name: string;
            /** @description How much of the limit on API requests is used. */
            requests: components["schemas"]["OrganizationRequests"];
            widget_limits: components["schemas"]["WidgetLimits"];
            retention: components["schemas"]["Retention"];
            /**
             * Format: date-time
             * @description When the record was created; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description What is spent of a budget in the period that runs now. */
        BudgetSpending: {
            /**
             * Format: date-time
             * @description When the period began; ISO 8601, UTC.
             */
            begins_at: string;
            /**
             * Format: date-time
             * @description When the next one begins; ISO 8601, UTC.
             */
            ends_at: string;
            /** @description The application, agent or customer whose share the figures are of: the one that has spent most. Null: the organization, or nobody has spent anything. */
            subject: string | null;
            /** @description What finished calls of models have cost, in the unit of the budget. */
            spent: number;
            /** @description The most that running calls may cost. */
            reserved: number;
            /**
             * @description `warned`: 80 % were spent. `reached`: a reply was refused or answered by the model for the limit, because less was left than it might have needed.
             * @enum {string}
             */
            status: "open" | "warned" | "reached";
            /**
             * Format: date-time
             * @description When 80 % were spent; ISO 8601, UTC. Null: not yet.
             */
            warned_at: string | null;
            /**
             * Format: date-time
             * @description When it was first reached; ISO 8601, UTC. Null: not yet.
             */
            reached_at: string | null;
            /** @description Shares of which 80 % are spent; of a budget with one share, 0 or 1. */
            warned: number;
            /** @description Shares that are reached. */
            reached: number;
        };
        /** @description A limit on what calls of models may cost in a day or a month. */
        Budget: {
            /**
             * @description Always `budget`: tells what the record and its `id` are of.
             * @enum {string}
             */
            object: "budget";
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /**
             * @description Whose calls of models it limits: those of the whole organization, of an application, of an agent, or of a customer.
             * @enum {string}
             */
            scope: "organization" | "application" | "agent" | "customer";
            /**
             * Format: uuid
             * @description The application that it is for; without it, each application has the amount for itself. Only with this scope. Messages of signed-in users are of no application. Null: not given.
             */
            application_id: string | null;
            /**
             * Format: uuid
             * @description The agent that it is for; without it, each agent has the amount for itself. Only with this scope. Null: not given.
             */
            agent_id: string | null;
            /** @description The customer that it is for, by the `customer_id` of conversations, or the `user_reference` of their context; without it, each customer has the amount for itself. Only with this scope. Null: not given. */
            customer_id: string | null;
            /**
             * @description What it counts: `usd`, US dollars by the prices of the models, all of which must be known; or `tokens`, read and written. The built-in model costs neither.
             * @enum {string}
             */
            unit: "usd" | "tokens";
            /** @description The most that may be spent in a period: US dollars, or whole tokens. */
            amount: number;
            /**
             * @description When it begins anew: with each calendar `day`, or `month`, of UTC.
             * @enum {string}
             */
            period: "day" | "month";
            /**
             * @description What happens when too little is left for a reply. `refuse`: messages get 429 `budget_reached`. `fallback_model`: the named model answers, and what it costs goes beyond the budget. `extractive`: `builtin:extractive` answers, which costs nothing.
             * @enum {string}
             */
            at_limit: "refuse" | "fallback_model" | "extractive";
            /** @description The model that answers at the limit, as `provider:model`; only with `at_limit: "fallback_model"`. Null: another `at_limit`. */
            fallback_model: string | null;
            spending: components["schemas"]["BudgetSpending"];
            /**
             * Format: date-time
             * @description When the record was created; ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record last changed; ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description A request that was answered. */
        RequestLog: {
            /**
             * Format: uuid
             * @description Id of this record: a UUID v7, so ids sort by creation time.
             */
            id: string;
            /**
             * Format: date-time
             * @description When the request was answered; ISO 8601, UTC.
             */
            timestamp: string;
            /** @description HTTP method of the request. */
            method: string;
            /** @description Route of the request, with `{name}` for its parameters; `none`: there is no such route. */
            endpoint: string;
            /** @description HTTP status of the answer. */
            status_code: number;
            /** @description Milliseconds until the answer was ready to be sent. */
            duration_ms: number;
            /** @description Client id of the application whose key or token the request had. Null: a user of the dashboard sent it. */
            client_id: string | null;
            /** @description Id of the request, as in `X-Request-Id`. */
            request_id: string;
            /**
             * Format: uuid
             * @description Id of the conversation or session to which the request posted a message. Absent unless the query has `request_id`. Null: it posted none, or it is gone.
             */
            thread_id?: string | null;
        };
        /** @description The requests of one bucket of time. */
        RequestCount: {
            /**
             * Format: date-time
             * @description Start of the bucket: a full hour, or midnight in the time zone of the query; ISO 8601, UTC.
             */
            timestamp: string;
            /** @description Requests in the bucket. */
            requests: number;
            /** @description Requests that were answered with a status of 400 or above. */
            errors: number;
        };
        /** @description The figures of one group of requests; `group_by` tells what they have in common. */
        EndpointPerformance: {
            /**
             * Format: date-time
             * @description Start of the bucket: a full hour, or midnight in the time zone of the query; ISO 8601, UTC. Absent without `bucket`.
             */
            timestamp?: string;
            /** @description HTTP method of the group. Absent unless grouped by `endpoint` or `method`. */
            method?: string;
            /** @description Route of the group. Absent unless grouped by `endpoint`. */
            endpoint?: string;
            /** @description HTTP status of the group. Absent unless grouped by `status`. */
            status_code?: number;
            /** @description Client id of the group. Absent unless grouped by `key`. Null: the requests of users of the dashboard. */
            client_id?: string | null;
            /** @description Requests of the group. */
            requests: number;
            /** @description Requests that were answered with a status of 400 or above. */
            errors: number;
            /** @description Share of the requests that are errors: 0 is none, 1 is all. */
            error_rate: number;
            /** @description Mean duration in milliseconds. */
            mean_ms: number;
            /** @description Median duration in milliseconds. */
            p50_ms: number;
            /** @description 95th percentile of the durations, in milliseconds. */
            p95_ms: number;
            /** @description 99th percentile of the durations, in milliseconds. */
            p99_ms: number;
        };
        /** @description What was asked in one bucket of time, and what it cost. */
        UsageFigures: {
            /**
             * Format: date-time
             * @description Start of the bucket: a full hour, or midnight in the time zone of the query; with `bucket=window`, the start of the window; ISO 8601, UTC.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description Id of the agent. Absent without `group_by=agent`.
             */
            agent_id?: string;
            /** @description The model, as `provider:model`. Absent without `group_by=model`. Null: replies that no model has written. */
            model?: string | null;
            /** @description Requests that were answered. Null: the query has `group_by`: requests belong to no agent and no model. */
            requests: number | null;
            /** @description Messages that users posted. Null: the query filters requests. */
            messages: number | null;
            /** @description Messages whose reply is completed. Null: the query filters requests. */
            replies: number | null;
            /** @description Messages whose reply failed. Null: the query filters requests. */
            failed_replies: number | null;
            /** @description Tokens that the models read, in calls that failed as well. Null: the query filters requests. */
            input_tokens: number | null;
            /** @description Tokens that the models wrote, in calls that failed as well. Null: the query filters requests. */
            output_tokens: number | null;
            /** @description Tokens that the models read and wrote. Null: the query filters requests. */
            total_tokens: number | null;
            /** @description Cost in USD of the calls of models whose price is known. Null: the query filters requests. */
            cost_usd: number | null;
            /** @description Calls of models whose price is not known. */
            unpriced_calls: number;
        };
        /** @description The figures of the whole window, of all pages together. */
        UsageTotals: {
            /** @description Requests that were answered. Null: the query has `group_by`: requests belong to no agent and no model. */
            requests: number | null;
            /** @description Messages that users posted. Null: the query filters requests. */
            messages: number | null;
            /** @description Messages whose reply is completed. Null: the query filters requests. */
            replies: number | null;
            /** @description Messages whose reply failed. Null: the query filters requests. */
            failed_replies: number | null;
            /** @description Tokens that the models read, in calls that failed as well. Null: the query filters requests. */
            input_tokens: number | null;
            /** @description Tokens that the models wrote, in calls that failed as well. Null: the query filters requests. */
            output_tokens: number | null;
            /** @description Tokens that the models read and wrote. Null: the query filters requests. */
            total_tokens: number | null;
            /** @description Cost in USD of the calls of models whose price is known. Null: the query filters requests. */
            cost_usd: number | null;
            /** @description Calls of models whose price is not known. */
            unpriced_calls: number;
        };
        /** @description The requests of one application, by its keys and widget tokens. */
        KeyFigures: {
            /**
             * Format: uuid
             * @description Id of the application.
             */
            key_id: string;
            /** @description Client id of the application. */
            client_id: string;
            /** @description What people call the application. */
            name: string;
            /** @description Requests of the application in the window. */
            total_requests: number;
            /** @description Requests that were answered with a status of 400 or above. */
            errors: number;
            /**
             * Format: date-time
             * @description When a request of the application last came, whatever the window; ISO 8601, UTC. Null: never.
             */
            last_used_at: string | null;
            /** @description The requests by bucket of time, the oldest first; buckets without any are left out. */
            trend: components["schemas"]["RequestCount"][];
        };
        /** @description A refused request, or those of a bucket of time that were let through. */
        LimitFigures: {
            /**
             * Format: date-time
             * @description When the request was refused, or the start of the bucket of time; ISO 8601, UTC.
             */
            timestamp: string;
            /**
             * @description Whether the limit let the requests through (`allowed`) or refused one (`blocked`).
             * @enum {string}
             */
            outcome: "allowed" | "blocked";
            /** @description Client id of the application that sent them. Null: not known. */
            client_id: string | null;
            /** @description Route of the requests, with `{name}` for its parameters. */
            endpoint: string;
            /** @description Name of the limit, as in `RateLimit-Policy`: `organization`, `key`, `session`, `ip`, `application`, `mint` or `reads`. */
            bucket: string;
            /** @description Requests that were let through; 1 for a refusal. */
            count: number;
        };
        /** @description What the rate limits did in one bucket of time. */
        LimitCount: {
            /**
             * Format: date-time
             * @description Start of the bucket: a full hour, or midnight in the time zone of the query; ISO 8601, UTC.
             */
            timestamp: string;
            /** @description Requests that the limits let through. */
            allowed: number;
            /** @description Requests that a limit refused. */
            blocked: number;
        };
        /** @description The window that was asked for. */
        OverviewPeriod: {
            /**
             * Format: date-time
             * @description Start of the window; ISO 8601, UTC.
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the window, exclusive; ISO 8601, UTC.
             */
            to: string;
        };
        /** @description The window before it, of the same length. */
        OverviewPreviousPeriod: {
            /**
             * Format: date-time
             * @description Start of the window before; ISO 8601, UTC.
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the window before: the start of `period`; ISO 8601, UTC.
             */
            to: string;
        };
        /** @description How often replies failed for one reason. */
        FailureCount: {
            /** @description Code of the error; see `JobError`. */
            code: string;
            /** @description Replies that failed with it. */
            count: number;
        };
        /** @description The figures of a whole period. */
        OverviewFigures: {
            /** @description Questions that users posted. */
            messages: number;
            /** @description Questions whose reply is completed. */
            replies: number;
            /** @description Questions whose reply failed. */
            failed_replies: number;
            /** @description Questions whose reply was cancelled. */
            cancelled_replies: number;
            /** @description Questions whose reply waits or is being written. */
            unfinished_replies: number;
            /** @description Milliseconds from a question's acceptance to its completed reply: the median. Null: there was none. */
            reply_p50_ms: number | null;
            /** @description Milliseconds from a question's acceptance to its completed reply: the 95th percentile. Null: there was none. */
            reply_p95_ms: number | null;
            /** @description Tokens that the models read, in calls that failed as well. */
            input_tokens: number;
            /** @description Tokens that the models wrote, in calls that failed as well. */
            output_tokens: number;
            /** @description Tokens that the models read and wrote. */
            total_tokens: number;
            /** @description Cost in USD of the calls of models whose price is known. */
            cost_usd: number;
            /** @description Calls of models whose price is not known. */
            unpriced_calls: number;
            /** @description Milliseconds of a call of the model that gave a reply: the median. Null: there was none. */
            model_p50_ms: number | null;
            /** @description Milliseconds of a call of the model that gave a reply: the 95th percentile. Null: there was none. */
            model_p95_ms: number | null;
            /** @description Milliseconds from when a worker could have taken a reply to when one took it, of each attempt that ended: the median. Null: there was none, or the query has `agent_id`: the figure belongs to no agent. */
            wait_p50_ms: number | null;
            /** @description Milliseconds from when a worker could have taken a reply to when one took it, of each attempt that ended: the 95th percentile. Null: there was none, or the query has `agent_id`: the figure belongs to no agent. */
            wait_p95_ms: number | null;
            /** @description Conversations that were opened. */
            conversations: number;
            /** @description Sessions that were opened. */
            sessions: number;
            /** @description Ratings that were given; one that was replaced later counts when it was first given. */
            feedback_count: number;
            /** @description Mean of these ratings. Null: there was none. */
            feedback_average: number | null;
            /** @description Requests that were answered. Null: the query has `agent_id`: the figure belongs to no agent. */
            requests: number | null;
            /** @description Requests that were answered with a status of 400 or above. Null: the query has `agent_id`: the figure belongs to no agent. */
            errors: number | null;
            /** @description Requests that users of the dashboard sent. Null: the query has `agent_id`: the figure belongs to no agent. */
            dashboard_requests: number | null;
            /** @description Requests of users of the dashboard that were answered with a status of 400 or above. Null: the query has `agent_id`: the figure belongs to no agent. */
            dashboard_errors: number | null;
            /** @description Requests that a rate limit refused. Null: the query has `agent_id`: the figure belongs to no agent. */
            blocked: number | null;
            /** @description The failed replies by the code of their error, the most frequent first. */
            failures: components["schemas"]["FailureCount"][];
        };
        /** @description The figures of one bucket of time. */
        OverviewBucket: {
            /**
             * Format: date-time
             * @description Start of the bucket: a full hour, or midnight in the time zone of the query; ISO 8601, UTC.
             */
            timestamp: string;
            /** @description Questions that users posted. */
            messages: number;
            /** @description Questions whose reply is completed. */
            replies: number;
            /** @description Questions whose reply failed. */
            failed_replies: number;
            /** @description Questions whose reply was cancelled. */
            cancelled_replies: number;
            /** @description Questions whose reply waits or is being written. */
            unfinished_replies: number;
            /** @description Milliseconds from a question's acceptance to its completed reply: the median. Null: there was none. */
            reply_p50_ms: number | null;
            /** @description Milliseconds from a question's acceptance to its completed reply: the 95th percentile. Null: there was none. */
            reply_p95_ms: number | null;
            /** @description Tokens that the models read, in calls that failed as well. */
            input_tokens: number;
            /** @description Tokens that the models wrote, in calls that failed as well. */
            output_tokens: number;
            /** @description Tokens that the models read and wrote. */
            total_tokens: number;
            /** @description Cost in USD of the calls of models whose price is known. */
            cost_usd: number;
            /** @description Calls of models whose price is not known. */
            unpriced_calls: number;
            /** @description Milliseconds of a call of the model that gave a reply: the median. Null: there was none. */
            model_p50_ms: number | null;
            /** @description Milliseconds of a call of the model that gave a reply: the 95th percentile. Null: there was none. */
            model_p95_ms: number | null;
            /** @description Milliseconds from when a worker could have taken a reply to when one took it, of each attempt that ended: the median. Null: there was none, or the query has `agent_id`: the figure belongs to no agent. */
            wait_p50_ms: number | null;
            /** @description Milliseconds from when a worker could have taken a reply to when one took it, of each attempt that ended: the 95th percentile. Null: there was none, or the query has `agent_id`: the figure belongs to no agent. */
            wait_p95_ms: number | null;
            /** @description Conversations that were opened. */
            conversations: number;
            /** @description Sessions that were opened. */
            sessions: number;
            /** @description Ratings that were given; one that was replaced later counts when it was first given. */
            feedback_count: number;
            /** @description Mean of these ratings. Null: there was none. */
            feedback_average: number | null;
            /** @description Requests that were answered. Null: the query has `agent_id`: the figure belongs to no agent. */
            requests: number | null;
            /** @description Requests that were answered with a status of 400 or above. Null: the query has `agent_id`: the figure belongs to no agent. */
            errors: number | null;
            /** @description Requests that users of the dashboard sent. Null: the query has `agent_id`: the figure belongs to no agent. */
            dashboard_requests: number | null;
            /** @description Requests of users of the dashboard that were answered with a status of 400 or above. Null: the query has `agent_id`: the figure belongs to no agent. */
            dashboard_errors: number | null;
            /** @description Requests that a rate limit refused. Null: the query has `agent_id`: the figure belongs to no agent. */
            blocked: number | null;
        };
        /** @description What happened in a period, beside the one before it. */
        Overview: {
            period: components["schemas"]["OverviewPeriod"];
            previous_period: components["schemas"]["OverviewPreviousPeriod"];
            /**
             * @description Width of the buckets of `series`.
             * @enum {string}
             */
            bucket: "hour" | "day" | "week" | "month";
            /** @description The figures of `period`. */
            current: components["schemas"]["OverviewFigures"];
            /** @description The figures of `previous_period`. */
            previous: components["schemas"]["OverviewFigures"];
            /** @description Each bucket of `period`, the oldest first, empty ones included; of the first and the last, only what is in the period. */
            series: components["schemas"]["OverviewBucket"][];
        };
        /** @description The workers of a lane. All organizations share them. */
        WorkersAlive: {
            /** @description Worker processes that run and take jobs. */
            alive: number;
            /** @description Jobs that they may work on at a time, all together. */
            slots: number;
            /** @description The versions of Parley that they run, each once. */
            versions: string[];
            /**
             * Format: date-time
             * @description When one of them last reported; ISO 8601, UTC. Null: there is none.
             */
            last_seen_at: string | null;
        };
        /** @description What waits and runs in a lane, of the organization's own jobs. */
        LaneState: {
            /**
             * @description The kind of job: replies (`reply`), or the indexing of knowledge (`index`).
             * @enum {string}
             */
            lane: "reply" | "index";
            /** @description Jobs that no worker works on: they are due, or will be tried again later. */
            waiting: number;
            /** @description Jobs that workers work on. */
            running: number;
            /** @description Seconds since a worker could have taken the job that has waited longest. Null: no job is due. */
            oldest_wait_seconds: number | null;
            /** @description Milliseconds from when a worker could have taken a job to when one took it: the 95th percentile of the last 15 minutes. Null: no job ended in them. */
            wait_p95_ms: number | null;
            workers: components["schemas"]["WorkersAlive"];
        };
        /** @description The state of the service for the organization. */
        ServiceNow: {
            /**
             * Format: date-time
             * @description When the figures were read; ISO 8601, UTC.
             */
            timestamp: string;
            /** @description One for each kind of job. */
            lanes: components["schemas"]["LaneState"][];
            /** @description How much of the limit on API requests is used. */
            requests: components["schemas"]["OrganizationRequests"];
        };
        /** @description The window that was asked for. */
        AnswersPeriod: {
            /**
             * Format: date-time
             * @description Its start; ISO 8601, UTC.
             */
            from: string;
            /**
             * Format: date-time
             * @description Its end, exclusive; ISO 8601, UTC.
             */
            to: string;
        };
        /** @description The window before it, of the same length. */
        AnswersPreviousPeriod: {
            /**
             * Format: date-time
             * @description Its start; ISO 8601, UTC.
             */
            from: string;
            /**
             * Format: date-time
             * @description Its end, exclusive; ISO 8601, UTC.
             */
            to: string;
        };
        /** @description How the questions of a period were answered. */
        AnswerFigures: {
            /** @description Customers and visitors who asked something, each once. */
            people: number;
            /** @description Sessions and conversations in which something was asked. */
            conversations: number;
            /** @description Questions that were asked, with those whose reply is unfinished. */
            questions: number;
            /** @description Completed replies that cite knowledge. */
            grounded_replies: number;
            /** @description Completed replies that cite none, those to greetings included. */
            ungrounded_replies: number;
            /** @description Replies that ended with an error. */
            failed_replies: number;
            /** @description Ratings that were given. */
            ratings: number;
            /** @description Ratings of 1 to 2. */
            low_ratings: number;
            /** @description Mean of the ratings. Null: there was none. */
            average_rating: number | null;
            /** @description Cost in USD of the calls of models whose price is known. */
            cost_usd: number;
        };
        /** @description How questions were answered in a period, beside the one before it. */
        Answers: {
            period: components["schemas"]["AnswersPeriod"];
            previous_period: components["schemas"]["AnswersPreviousPeriod"];
            /** @description The figures of `period`. */
            current: components["schemas"]["AnswerFigures"];
            /** @description The figures of `previous_period`. */
            previous: components["schemas"]["AnswerFigures"];
        };
        /** @description The window that was asked for. */
        QuestionsPeriod: {
            /**
             * Format: date-time
             * @description Its start; ISO 8601, UTC.
             */
            from: string;
            /**
             * Format: date-time
             * @description Its end, exclusive; ISO 8601, UTC.
             */
            to: string;
        };
        /** @description A word, or two words, with which several conversations begin. */
        Topic: {
            /** @description Identifies the topic: `GET /api/v1/threads` takes it as a filter. */
            topic: string;
            /** @description The most frequent form of the words, in lower case. */
            words: string;
            /** @description Conversations whose first question has the words, in any of their forms. */
            conversations: number;
            /** @description How many of them got a first reply that cites knowledge. */
            answered: number;
        };
        /** @description The newest question of a conversation. */
        NewestQuestion: {
            /**
             * Format: uuid
             * @description Id of the question.
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the session or conversation.
             */
            thread_id: string;
            /** @description The first 300 characters. */
            question: string;
            /**
             * Format: uuid
             * @description Id of the agent that was asked.
             */
            agent_id: string;
            /** @description What this agent is called. */
            agent_name: string;
            /**
             * Format: date-time
             * @description When it was asked; ISO 8601, UTC.
             */
            asked_at: string;
            /**
             * @description What became of it: `answered` from knowledge, `ungrounded`: the reply cites none, `failed`, `cancelled`, or `unfinished` until its reply ends.
             * @enum {string}
             */
            outcome: "answered" | "ungrounded" | "failed" | "cancelled" | "unfinished";
        };
        /** @description What people asked in a period. */
        Questions: {
            period: components["schemas"]["QuestionsPeriod"];
            /** @description At most 12 topics, the most frequent first. A conversation may belong to several. */
            topics: components["schemas"]["Topic"][];
            /** @description First questions of conversations that were counted for the topics. */
            first_questions: number;
            /**
             * Format: date-time
             * @description When the oldest of them was asked: only the newest 20,000 are counted; ISO 8601, UTC. Null: all of the period were counted.
             */
            counted_since: string | null;
            /** @description The newest question of each conversation, at most 10, the last active first. */
            newest: components["schemas"]["NewestQuestion"][];
        };
        /** @description How often it needs a look. */
        AttentionCounts: {
            /** @description How often because a reply failed. */
            failed: number;
            /** @description How often because of a rating of 1 or 2. */
            rated_low: number;
            /** @description How often because a reply cites no knowledge. */
            ungrounded: number;
        };
        /** @description A question that needs a look, however often it was asked. */
        AttentionItem: {
            /**
             * Format: uuid
             * @description Id of the message with which it was asked last.
             */
            id: string;
            /** @description As it was asked last; at most 2,000 characters. */
            question: string;
            counts: components["schemas"]["AttentionCounts"];
            /**
             * Format: date-time
             * @description When it was last asked; ISO 8601, UTC.
             */
            asked_at: string;
            /**
             * Format: uuid
             * @description Id of the session or conversation in which it was.
             */
            thread_id: string;
            /**
             * Format: uuid
             * @description Id of the agent that was asked.
             */
            agent_id: string;
            /** @description What this agent is called. */
            agent_name: string;
            /** @description The first 300 characters of the reply. Null: the reply failed. */
            reply: string | null;
            /** @description Code of the error; see `JobError`. Null: the reply did not fail. */
            error: string | null;
        };
        /** @description Questions for each reason. */
        AttentionTotals: {
            /** @description Questions because a reply failed. */
            failed: number;
            /** @description Questions because of a rating of 1 or 2. */
            rated_low: number;
            /** @description Questions because a reply cites no knowledge. */
            ungrounded: number;
        };
        /** @description What a new organization has done. */
        FirstSteps: {
            /** @description Whether it has an agent. */
            has_agent: boolean;
            /** @description Whether it has knowledge. */
            has_knowledge: boolean;
            /** @description Whether somebody has asked something, if only in the playground. */
            has_question: boolean;
            /** @description Origin of the first page of your own on which a widget has answered. Null: it has answered on no page but the demo page of this service. */
            page_origin: string | null;
        };
        /** @description Every failure has this form. */
        Error: {
            /**
             * @description Tells a failure from a `success`.
             * @enum {string}
             */
            status: "error";
            /** @description The HTTP status of the answer. */
            status_code: number;
            /** @description What was wrong and what to do, for people; its wording may change. */
            detail: string;
            /** @description Details of the failure. `validation_failed` and `invalid_text`: `errors`, a list of at most 20 objects, each with `field`, `code` and `detail`. A reply that failed or was cancelled: its record. `organization_required`: `organizations`, a list of names. `already_assigned`: `assignee_id`. Null: there are none. */
            data: {
                [key: string]: unknown;
            } | null;
            /**
             * @description Stable code for programs; the description of each failing status lists its codes.
             * @enum {string}
             */
            code: "malformed_json" | "invalid_text" | "unauthenticated" | "origin_not_allowed" | "secret_in_browser" | "scope" | "csrf_failed" | "single_sign_on_failed" | "single_sign_on_refused" | "single_sign_on_required" | "not_found" | "method_not_allowed" | "payload_too_large" | "headers_too_large" | "unsupported_media_type" | "validation_failed" | "malformed_request" | "agent_inactive" | "thread_closed" | "thread_busy" | "reply_finished" | "reply_cancelled" | "already_assigned" | "not_handed_off" | "idempotency_mismatch" | "email_taken" | "name_taken" | "connection_in_use" | "last_owner" | "organization_required" | "second_factor_required" | "second_factor_wrong" | "passkey_refused" | "precondition_failed" | "rate_limited" | "budget_reached" | "unavailable" | "queue_full" | "widget_not_configured" | "mail_not_configured" | "single_sign_on_unavailable" | "secret_key_missing" | "internal" | "model_unavailable" | "model_rate_limited" | "model_rejected" | "context_length_exceeded" | "model_bad_output" | "model_not_configured" | "deadline_exceeded" | "worker_crashed" | "handed_off" | "url_not_allowed" | "fetch_failed" | "page_too_large" | "unsupported_content" | "file_unreadable" | "file_missing" | "robots_disallowed" | "no_text";
            /**
             * @deprecated
             * @description Old name of a renamed `code`, until the next version. Absent: the code has always had its name.
             * @enum {string}
             */
            legacy_code?: "csrf" | "conversation_busy" | "organization_needed";
            /** @description Id of the request, as in `X-Request-Id` and in the logs. */
            request_id: string;
            /** @description Stack of an unexpected failure of the analytics. Null: in production. Absent: in all other failures. */
            traceback?: string | null;
        };
    };
    responses: {
        /**
         * @description The body, or the request itself, cannot be read or stored.
         *
         *     - `malformed_json`: The body is no JSON, is nested over 32 levels deep, or has a forbidden key such as `__proto__`.
         *     - `invalid_text`: The body is not UTF-8, or a text in it has a NUL character or half of a surrogate pair; `data.errors` says where.
         *     - `malformed_request`: The request is no HTTP or multipart that can be read, has no Host, ended early, or came too slowly.
         */
        400: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Location: components["headers"]["Location"];
                "Retry-After": components["headers"]["Retry-After"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "status_code": 400,
                 *       "detail": "What was wrong and what to do.",
                 *       "data": null,
                 *       "code": "malformed_json",
                 *       "request_id": "01999999-0000-7000-8000-000000000000"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The credentials are missing or wrong.
         *
         *     - `unauthenticated`: The credentials are missing, wrong, expired or revoked, or there are two kinds of them; `detail` says what to send.
         *     - `single_sign_on_failed`: The identity provider did not sign the user in, or its answer belongs to another browser or is too old.
         */
        401: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Location: components["headers"]["Location"];
                "Retry-After": components["headers"]["Retry-After"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "status_code": 401,
                 *       "detail": "What was wrong and what to do.",
                 *       "data": null,
                 *       "code": "unauthenticated",
                 *       "request_id": "01999999-0000-7000-8000-000000000000"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The request may not come from this origin, or not with these credentials.
         *
         *     - `origin_not_allowed`: No application with this `client_id` allows the Origin of the request, or the token was issued to another origin.
         *     - `secret_in_browser`: The request has an `Origin` and an `X-API-Secret`: no browser may have the secret.
         *     - `scope`: The credentials are valid, but not for this route or change; `detail` says who may use it.
         *     - `csrf_failed`: The request has the dashboard's cookie without a valid `X-CSRF-Token`, or comes from a page of another site.
         *     - `single_sign_on_refused`: The identity provider signed the user in, but the organization does not let them in; `detail` says why.
         *     - `single_sign_on_required`: The password is right, but the organization signs in by single sign-on.
         */
        403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Location: components["headers"]["Location"];
                "Retry-After": components["headers"]["Retry-After"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "status_code": 403,
                 *       "detail": "What was wrong and what to do.",
                 *       "data": null,
                 *       "code": "scope",
                 *       "request_id": "01999999-0000-7000-8000-000000000000"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description Your organization has no such record.
         *
         *     - `not_found`: There is no such route, or no such record in your organization.
         */
        404: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Location: components["headers"]["Location"];
                "Retry-After": components["headers"]["Retry-After"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "status_code": 404,
                 *       "detail": "What was wrong and what to do.",
                 *       "data": null,
                 *       "code": "not_found",
                 *       "request_id": "01999999-0000-7000-8000-000000000000"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The state of a record does not allow it.
         *
         *     - `agent_inactive`: The `is_active` of the agent is false.
         *     - `thread_closed`: The session or conversation is closed or expired: it can be read, and takes no messages.
         *     - `thread_busy`: An earlier reply is unfinished, and the message said `on_busy: "reject"`.
         *     - `reply_finished`: The message is no reply in progress, so there is nothing to cancel.
         *     - `reply_cancelled`: The reply was cancelled while the request waited for it; `data` is its record.
         *     - `already_assigned`: Somebody else has the handoff; `data` is its record.
         *     - `not_handed_off`: The agent has the session or conversation: hand it off before people are assigned, answer or return it.
         *     - `email_taken`: A user of your organization has this address already.
         *     - `name_taken`: Another record of your organization has this name.
         *     - `connection_in_use`: Agents have models of this connection; `data.agents` names them.
         *     - `last_owner`: The last owner of an organization can neither be removed nor get another role.
         *     - `organization_required`: Address and password fit several organizations: send one of `data.organizations` as `organization`.
         *     - `second_factor_required`: The password is right, and the user has an authenticator app: send its code, or a backup code, as `code`.
         *     - `passkey_refused`: The passkey is of another page, was answered too late, is kept already, or is one too many.
         *     - `handed_off`: People had taken over before the reply was finished: a person answers, not the agent.
         */
        409: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Location: components["headers"]["Location"];
                "Retry-After": components["headers"]["Retry-After"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "status_code": 409,
                 *       "detail": "What was wrong and what to do.",
                 *       "data": null,
                 *       "code": "agent_inactive",
                 *       "request_id": "01999999-0000-7000-8000-000000000000"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The record has changed since it was read.
         *
         *     - `precondition_failed`: The record has changed since it was read: its `ETag` differs from `If-Match`.
         */
        412: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Location: components["headers"]["Location"];
                "Retry-After": components["headers"]["Retry-After"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "status_code": 412,
                 *       "detail": "What was wrong and what to do.",
                 *       "data": null,
                 *       "code": "precondition_failed",
                 *       "request_id": "01999999-0000-7000-8000-000000000000"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The body is too large.
         *
         *     - `payload_too_large`: The body is over 256 kB; in an upload, the file is over 20 MB or another field over 20 kB.
         */
        413: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Location: components["headers"]["Location"];
                "Retry-After": components["headers"]["Retry-After"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "status_code": 413,
                 *       "detail": "What was wrong and what to do.",
                 *       "data": null,
                 *       "code": "payload_too_large",
                 *       "request_id": "01999999-0000-7000-8000-000000000000"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The body has the wrong content type.
         *
         *     - `unsupported_media_type`: The body is not `application/json` (an upload: not `multipart/form-data`), or it is compressed.
         */
        415: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Location: components["headers"]["Location"];
                "Retry-After": components["headers"]["Retry-After"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "status_code": 415,
                 *       "detail": "What was wrong and what to do.",
                 *       "data": null,
                 *       "code": "unsupported_media_type",
                 *       "request_id": "01999999-0000-7000-8000-000000000000"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description A field is missing, unknown or wrong.
         *
         *     - `validation_failed`: Fields are missing, unknown or wrong; `data.errors` names each.
         *     - `idempotency_mismatch`: The `Idempotency-Key` was used on this path with another body in the last 24 hours.
         *     - `second_factor_wrong`: The `code` is wrong, was used already, or is older than a minute.
         *     - `file_missing`: The bytes of the file are gone from the storage: upload it again.
         */
        422: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Location: components["headers"]["Location"];
                "Retry-After": components["headers"]["Retry-After"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "status_code": 422,
                 *       "detail": "What was wrong and what to do.",
                 *       "data": {
                 *         "errors": [
                 *           {
                 *             "field": "content",
                 *             "code": "required",
                 *             "detail": "is required"
                 *           }
                 *         ]
                 *       },
                 *       "code": "validation_failed",
                 *       "request_id": "01999999-0000-7000-8000-000000000000"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description A limit is reached: `Retry-After` has the seconds until it is not.
         *
         *     - `rate_limited`: A limit on requests is reached; `detail` says which. Nothing was stored.
         *     - `budget_reached`: A budget that an owner set is reached, or running replies have reserved what is left of it; `Retry-After` says when to try again.
         */
        429: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Location: components["headers"]["Location"];
                "Retry-After": components["headers"]["Retry-After"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "status_code": 429,
                 *       "detail": "What was wrong and what to do.",
                 *       "data": null,
                 *       "code": "rate_limited",
                 *       "request_id": "01999999-0000-7000-8000-000000000000"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description Any other failure. After 502 or 503, trying again may help.
         *
         *     - `method_not_allowed` (405): The path takes other methods, which the `Allow` header lists.
         *     - `headers_too_large` (431): The headers of the request are over 16 kB.
         *     - `unavailable` (503): The database, the queue or the storage of files cannot be reached, the records are locked by another request, or the machine is too busy to read a file.
         *     - `queue_full` (503): Too many replies or knowledge entries wait for a worker, of your organization or of all. Nothing was stored.
         *     - `widget_not_configured` (503): The operator has set no keys to sign widget tokens with (`WIDGET_TOKEN_KEYS`).
         *     - `mail_not_configured` (503): The operator has set no mail server (`SMTP_URL`), so Parley sends no mails.
         *     - `single_sign_on_unavailable` (502): The identity provider of the organization cannot be reached, or answers what cannot be read; `detail` says why.
         *     - `secret_key_missing` (503): The operator has set no keys to seal secrets with (`SECRET_KEYS`), or removed the key of this secret.
         *     - `internal` (500): The service has a defect; report it with the request id. A reply is tried three times before.
         *     - `model_unavailable` (502): The model provider could not be reached, failed, or did not answer within `MODEL_TIMEOUT_SECONDS` (45), three times, or was down until the deadline.
         *     - `model_rate_limited` (502): The model provider refused the calls because of its own rate limit.
         *     - `model_rejected` (502): The model provider refuses the request, for instance because of its content.
         *     - `context_length_exceeded` (502): The prompt is longer than the model can read.
         *     - `model_bad_output` (502): The model answered with nothing, or with what cannot be read, twice.
         *     - `model_not_configured` (502): The model provider refuses the service's key, or the agent's model is of a provider that is not set up.
         *     - `deadline_exceeded` (502): The reply was not finished within `REPLY_DEADLINE_SECONDS` (120), or the entry not indexed within a day.
         *     - `worker_crashed` (502): Five attempts failed, the last because its worker process ended.
         */
        default: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Location: components["headers"]["Location"];
                "Retry-After": components["headers"]["Retry-After"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "status_code": 503,
                 *       "detail": "What was wrong and what to do.",
                 *       "data": null,
                 *       "code": "unavailable",
                 *       "request_id": "01999999-0000-7000-8000-000000000000"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Id of the request, also in the service's logs: its own `X-Request-Id`, if it has one of at most 100 letters, digits, `_`, `.`, `:` and `-`; otherwise a new one. */
        "X-Request-Id": string;
        /** @description Path at which to read the record. */
        Location: string;
        /** @description Seconds after which trying again makes sense. */
        "Retry-After": number;
        /** @description What the service kept of `Prefer`: `respond-async`, or `wait=N` with the seconds that it waits. */
        "Preference-Applied": string;
        /** @description The record was made by an earlier request with the same `Idempotency-Key`. */
        "Idempotent-Replayed": "true";
        /** @description Requests that the bucket with the fewest left lets through in one window. */
        "X-RateLimit-Limit": number;
        /** @description Requests that are left in the window of this bucket. */
        "X-RateLimit-Remaining": number;
        /** @description Seconds until the window of this bucket ends. */
        "X-RateLimit-Reset": number;
        /** @description The same in one line: the name of the bucket, remaining requests (`r`), seconds (`t`). */
        RateLimit: string;
        /** @description Each bucket that the request counts in: its name, requests (`q`) in a window of seconds (`w`). */
        "RateLimit-Policy": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    checkAlive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `Alive`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Alive"];
                    };
                };
            };
            403: components["responses"]["403"];
            default: components["responses"]["default"];
        };
    };
    checkReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `Ready`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Ready"];
                    };
                };
            };
            403: components["responses"]["403"];
            default: components["responses"]["default"];
        };
    };
    mintWidgetToken: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Origin of the page: browsers send it by themselves. It must be one that the application allows.
                 * @example https://shop.example.com
                 */
                Origin: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "client_id": "app_greenleaf"
                 *     }
                 */
                "application/json": {
                    /** @description Client id of the application that the page belongs to. */
                    client_id: string;
                    /** @description The last token of this page, ended at most 24 hours ago: the new one is then for the same visitor, for 30 days in all. Without it: a new visitor. */
                    token?: string;
                };
            };
        };
        responses: {
            /** @description A token for one visitor, on pages of one origin. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WidgetToken"];
                };
            };
            400: components["responses"]["400"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readSignedInUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `SignedIn`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SignedIn"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "zoe@example.com",
                 *       "password": "a long password"
                 *     }
                 */
                "application/json": {
                    /** @description Address of the user, in capitals or not. */
                    email: string;
                    /** @description The password that belongs to it. */
                    password: string;
                    /** @description Name of one of the organizations that a 409 `organization_required` listed, because address and password fit several. Otherwise not needed. */
                    organization?: string;
                    /** @description Needed after a 409 `second_factor_required`. The six digits that the user's authenticator app shows, or one of the backup codes; blanks and hyphens do not matter. Each works once. */
                    code?: string;
                };
            };
        };
        responses: {
            /** @description Created; `data` holds the new `SignedIn`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 201;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SignedIn"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `SignedOut`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SignedOut"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readSignInWays: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `SignInWays`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SignInWays"];
                    };
                };
            };
            403: components["responses"]["403"];
            default: components["responses"]["default"];
        };
    };
    changeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Zoe"
                 *     }
                 */
                "application/json": {
                    /** @description What the user is called; must not be blank. Null: no name. */
                    name: string | null;
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `SignedIn`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SignedIn"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "current_password": "a long password",
                 *       "new_password": "four words nobody expects"
                 *     }
                 */
                "application/json": {
                    /** @description The password that is to be replaced; proves that it is you who asks. */
                    current_password: string;
                    /** @description The new password; some words that nobody expects together are good. One that is easy to guess, or made of the address, is refused (`too_obvious`). */
                    new_password: string;
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `SignedIn`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SignedIn"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listOwnSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the list of `OwnSession`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The current session first, then by their last request; at most 200. */
                        data: components["schemas"]["OwnSession"][];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    signOutEverywhere: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `EndedSessions`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["EndedSessions"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    endOwnSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of one of your own sessions at the dashboard. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `EndedSessions`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["EndedSessions"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Maximum number of records on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Without it: the first page. */
                after?: string;
                /** @description Order of the list: `asc` begins with the oldest records, `desc` with the newest. */
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["Person"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record is deleted, with everything that belonged to it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    changeUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "editor"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What a user may do: a `viewer` reads, an `editor` also changes everything except users, applications and retention, an `owner` does everything.
                     * @enum {string}
                     */
                    role?: "owner" | "editor" | "viewer";
                    /** @description False: they are signed out, and may not sign in again, by single sign-on either, until it is true. */
                    is_active?: boolean;
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `Person`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Person"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    endUserSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `EndedSessions`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["EndedSessions"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                /** @description Maximum number of records on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Without it: the first page. */
                after?: string;
                /** @description Order of the list: `asc` begins with the oldest records, `desc` with the newest. */
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["Invitation"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "zoe@example.com",
                 *       "role": "editor"
                 *     }
                 */
                "application/json": {
                    /** @description Address of the person who is invited, with which they will sign in. */
                    email: string;
                    /**
                     * @description What a user may do: a `viewer` reads, an `editor` also changes everything except users, applications and retention, an `owner` does everything.
                     * @enum {string}
                     */
                    role: "owner" | "editor" | "viewer";
                };
            };
        };
        responses: {
            /** @description The address was invited before: `data` holds the new link, and the earlier one has ended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["InvitationWithToken"];
                    };
                };
            };
            /** @description Created; `data` holds the new `InvitationWithToken`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 201;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["InvitationWithToken"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the invitation; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record is deleted, with everything that belonged to it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "what-stands-after-the-number-sign-of-a-link"
                 *     }
                 */
                "application/json": {
                    /** @description Secret at the end of the link that invites: `/dashboard/invitation#` and this. */
                    token: string;
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `OpenInvitation`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["OpenInvitation"];
                    };
                };
            };
            400: components["responses"]["400"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "what-stands-after-the-number-sign-of-a-link",
                 *       "name": "Zoe",
                 *       "password": "four words nobody expects"
                 *     }
                 */
                "application/json": {
                    /** @description Secret at the end of the link that invites: `/dashboard/invitation#` and this. */
                    token: string;
                    /** @description What the user is called; must not be blank. */
                    name?: string;
                    /** @description The new password; some words that nobody expects together are good. One that is easy to guess, or made of the address, is refused (`too_obvious`). */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Created; `data` holds the new `SignedIn`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 201;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SignedIn"];
                    };
                };
            };
            400: components["responses"]["400"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description How long to wait for the outcome: `wait=N` for at most N seconds, `respond-async` for none. Default, and the most: `REPLY_WAIT_SECONDS` (25).
                 * @example wait=20
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "zoe@example.com"
                 *     }
                 */
                "application/json": {
                    /** @description Address that the user signs in with, in capitals or not. */
                    email: string;
                };
            };
        };
        responses: {
            /** @description The work goes on; `data` holds the `PasswordResetRequested` so far, and `Location` is where to read it. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 202;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["PasswordResetRequested"];
                    };
                };
            };
            400: components["responses"]["400"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "what-stands-after-the-number-sign-of-a-link",
                 *       "password": "four words nobody expects"
                 *     }
                 */
                "application/json": {
                    /** @description Secret at the end of the link in the mail: `/dashboard/reset#` and this. */
                    token: string;
                    /** @description The new password; some words that nobody expects together are good. One that is easy to guess, or made of the address, is refused (`too_obvious`). */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `PasswordReset`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["PasswordReset"];
                    };
                };
            };
            400: components["responses"]["400"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readAuthenticator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `SecondFactor`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SecondFactor"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    putAuthenticator: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "a long password",
                 *       "secret": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
                 *       "code": "492039"
                 *     }
                 */
                "application/json": {
                    /** @description Your password; proves that it is you who asks. */
                    password: string;
                    /** @description Secret that service and authenticator app share: 20 random bytes in base32. */
                    secret: string;
                    /** @description The six digits that the app shows now; proves that it has the secret. */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `BackupCodes`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["BackupCodes"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    makeAuthenticatorSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `AuthenticatorSecret`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["AuthenticatorSecret"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    removeAuthenticator: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "a long password"
                 *     }
                 */
                "application/json": {
                    /** @description Your password; proves that it is you who asks. */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `SecondFactorRemoved`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SecondFactorRemoved"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    removeUserAuthenticator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `SecondFactorRemoved`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SecondFactorRemoved"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    beginPasskeySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `PasskeyOptions`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["PasskeyOptions"];
                    };
                };
            };
            400: components["responses"]["400"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    finishPasskeySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "response": {
                 *         "id": "an-id",
                 *         "rawId": "an-id",
                 *         "type": "public-key",
                 *         "response": {}
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The answer of the browser's authenticator, as `PublicKeyCredential.toJSON()` gives it. */
                    response: {
                        /** @description What the authenticator calls the passkey. */
                        id: string;
                        /** @description The same as `id`. */
                        rawId: string;
                        /** @description What the authenticator has signed, and about what. */
                        response: {
                            [key: string]: unknown;
                        };
                        /**
                         * @description The kind of credential.
                         * @enum {string}
                         */
                        type: "public-key";
                    };
                };
            };
        };
        responses: {
            /** @description Created; `data` holds the new `SignedIn`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 201;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SignedIn"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the list of `Passkey`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description Your passkeys, oldest first; at most 20. */
                        data: components["schemas"]["Passkey"][];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    createPasskey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Phone",
                 *       "response": {
                 *         "id": "an-id",
                 *         "rawId": "an-id",
                 *         "type": "public-key",
                 *         "response": {}
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description What you call it, such as the device that has it. */
                    name: string;
                    /** @description The answer of the browser's authenticator, as `PublicKeyCredential.toJSON()` gives it. */
                    response: {
                        /** @description What the authenticator calls the passkey. */
                        id: string;
                        /** @description The same as `id`. */
                        rawId: string;
                        /** @description What the authenticator has signed, and about what. */
                        response: {
                            [key: string]: unknown;
                        };
                        /**
                         * @description The kind of credential.
                         * @enum {string}
                         */
                        type: "public-key";
                    };
                };
            };
        };
        responses: {
            /** @description Created; `data` holds the new `Passkey`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 201;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Passkey"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    beginPasskey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "a long password"
                 *     }
                 */
                "application/json": {
                    /** @description Your password; proves that it is you who asks. */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `PasskeyOptions`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["PasskeyOptions"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    deletePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of one of your own sessions at the dashboard. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `PasskeyRemoved`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["PasskeyRemoved"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    beginSingleSignOn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "organization": "Example Ltd"
                 *     }
                 */
                "application/json": {
                    /** @description Name of the organization, in capitals or not. */
                    organization: string;
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `SingleSignOnDeparture`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SingleSignOnDeparture"];
                    };
                };
            };
            400: components["responses"]["400"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    finishSingleSignOn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "query": "code=a-code&state=the-state"
                 *     }
                 */
                "application/json": {
                    /** @description What the identity provider put behind the `?` of the address to which it sent the browser. */
                    query: string;
                };
            };
        };
        responses: {
            /** @description Created; `data` holds the new `SignedIn`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 201;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SignedIn"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readSingleSignOn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `SingleSignOnSetUp`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SingleSignOnSetUp"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    putSingleSignOn: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "issuer": "https://login.example.com",
                 *       "client_id": "parley",
                 *       "client_secret": "a-secret-of-the-provider",
                 *       "domains": [
                 *         "example.com"
                 *       ],
                 *       "role_claim": "groups",
                 *       "roles": {
                 *         "parley-admins": "owner"
                 *       },
                 *       "default_role": "viewer"
                 *     }
                 */
                "application/json": {
                    /** @description Address of the identity provider as its tokens have it, below which it has `.well-known/openid-configuration`. It must be public; the operator can allow others (`EGRESS_ALLOWED_HOSTS`). */
                    issuer: string;
                    /** @description What the identity provider calls Parley. */
                    client_id: string;
                    /** @description Domains of the addresses of people who may become users by signing in. */
                    domains: string[];
                    /** @description The claim with the groups or roles of somebody: a text, or a list of texts. Null: everybody who is new gets `default_role`. */
                    role_claim?: string | null;
                    /** @description The role for each value of the claim; of several, the highest. It is given anew at each sign-in, but for the last owner. */
                    roles?: {
                        [key: string]: "owner" | "editor" | "viewer";
                    };
                    /**
                     * @description The role of people whose claim has no value of `roles`. Null: they may not sign in.
                     * @enum {string|null}
                     */
                    default_role?: "owner" | "editor" | "viewer" | null;
                    /** @description Whether passwords are refused. Owners with an authenticator app may use theirs, so that somebody comes in when the provider fails; so you need one to set this. */
                    is_required?: boolean;
                    /** @description The secret that the identity provider gave for it. No answer has it. Needed at first, and with another issuer or client; otherwise the stored one stays. */
                    client_secret?: string;
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `SingleSignOn`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SingleSignOn"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    deleteSingleSignOn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record is deleted, with everything that belonged to it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                /** @description Maximum number of records on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Without it: the first page. */
                after?: string;
                /** @description Order of the list: `asc` begins with the oldest records, `desc` with the newest. */
                order?: "asc" | "desc";
                /** @description Changes by this user or application: an address, a client id, or the id of either. */
                actor?: string;
                /** @description Changes of this kind, such as `agent.changed`. */
                action?: string;
                /** @description Changes of records of this kind, such as `agent`. */
                target_kind?: string;
                /** @description Changes of this record. */
                target_id?: string;
                /** @description Changes at this time or later: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. */
                from?: string | unknown | unknown;
                /** @description Changes before this time: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. */
                to?: string | unknown | unknown;
                /** @description Answers with all matching rows as a file, regardless of paging: CSV with a header line, or one JSON object per line. A failure closes the connection early, so a file that ends normally is complete. */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. A file with all rows, where `format` asks for one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["AuditEvent"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listAgents: {
        parameters: {
            query?: {
                /** @description Maximum number of records on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Without it: the first page. */
                after?: string;
                /** @description Order of the list: `asc` begins with the oldest records, `desc` with the newest. */
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["Agent"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    createAgent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada",
                 *       "description": "Helps the customers of Greenleaf.",
                 *       "tone": "professional",
                 *       "language": "en",
                 *       "default_tasks": [
                 *         "answer_questions",
                 *         "provide_support"
                 *       ],
                 *       "is_active": true
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What the agent calls itself; must not be blank.
                     * @example Ada
                     */
                    name: string;
                    /** @description Who the agent is and whom it helps; part of the prompt. */
                    description?: string;
                    /** @description How the agent speaks, such as `professional`; part of the prompt. */
                    tone?: string;
                    /**
                     * @description Language in which the agent replies, as a BCP 47 tag such as `de` or `pt-BR`; `pt_BR` is taken as well. To users who write in another language it replies in theirs. Default: the `locale` of the session or conversation.
                     * @example en
                     */
                    language?: string;
                    /** @description What the agent is for, such as `answer_questions`; part of the prompt. Default: none. */
                    default_tasks?: string[];
                    /** @description Whether the agent takes new sessions, conversations and messages; otherwise they answer 409 `agent_inactive`. Default: true. */
                    is_active?: boolean;
                    /** @description What else the agent should do or avoid, in your words; part of the prompt. */
                    instructions?: string;
                    /**
                     * @description Model that writes the replies, as `connection:model` of one of your connections, or as `provider:model` of the provider that the service is set up with (see `GET /api/v1/models`). Default: the `LLM_MODEL` of the service.
                     * @example openai:gpt-4o-mini
                     */
                    model?: string;
                    /**
                     * @description Models that write a reply when `model` cannot, in this order: it does not answer, limits the rate of requests, or the prompt is too long for it. The next one is asked within the same reply. Each is named as `model` is; `builtin:extractive`, which needs no provider, may always be the last one. Default: none.
                     * @example [
                     *       "openai:gpt-4o-mini",
                     *       "builtin:extractive"
                     *     ]
                     */
                    fallback_models?: string[];
                    /** @description Sampling temperature: how freely the model chooses its words. Models that take none ignore it. Default: the provider's. */
                    temperature?: number;
                    /** @description Maximum number of tokens of one reply. Default: the provider's limit; 2,048 with Anthropic. */
                    max_output_tokens?: number;
                    /** @description What the agent says where neither knowledge nor conversation tells the answer; a model may say it in the user's language. Default: the model says so in its own words. */
                    fallback_message?: string;
                    /** @description Words that your own chat may show before the first question; they are no message. A widget shows the `greeting` of its configuration instead. */
                    greeting?: string;
                    /** @description Whether a reply that cites no knowledge is replaced by the `fallback_message`, or without one by a sentence in the language of the question. Small talk, such as a greeting or thanks, is answered either way. Default: false. */
                    require_grounding?: boolean;
                };
            };
        };
        responses: {
            /** @description Created; `data` holds the new `Agent`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 201;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Agent"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the agent; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `Agent`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Agent"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    deleteAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the agent; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record is deleted, with everything that belonged to it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    changeAgent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the agent as it was read: its `updated_at` in quotes. Answers 412 `precondition_failed` where the agent has changed since. Without it, or with `*`: changes it in any case.
                 * @example "2026-01-31T09:30:00.000Z"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the agent; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tone": "friendly"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What the agent calls itself; must not be blank.
                     * @example Ada
                     */
                    name?: string;
                    /** @description Who the agent is and whom it helps; part of the prompt. Null: as if it had never been given. */
                    description?: string | null;
                    /** @description How the agent speaks, such as `professional`; part of the prompt. Null: as if it had never been given. */
                    tone?: string | null;
                    /**
                     * @description Language in which the agent replies, as a BCP 47 tag such as `de` or `pt-BR`; `pt_BR` is taken as well. To users who write in another language it replies in theirs. Default: the `locale` of the session or conversation. Null: as if it had never been given.
                     * @example en
                     */
                    language?: string | null;
                    /** @description What the agent is for, such as `answer_questions`; part of the prompt. Default: none. Null: as if it had never been given. */
                    default_tasks?: string[] | null;
                    /** @description Whether the agent takes new sessions, conversations and messages; otherwise they answer 409 `agent_inactive`. Default: true. Null: as if it had never been given. */
                    is_active?: boolean | null;
                    /** @description What else the agent should do or avoid, in your words; part of the prompt. Null: as if it had never been given. */
                    instructions?: string | null;
                    /**
                     * @description Model that writes the replies, as `connection:model` of one of your connections, or as `provider:model` of the provider that the service is set up with (see `GET /api/v1/models`). Default: the `LLM_MODEL` of the service. Null: as if it had never been given.
                     * @example openai:gpt-4o-mini
                     */
                    model?: string | null;
                    /**
                     * @description Models that write a reply when `model` cannot, in this order: it does not answer, limits the rate of requests, or the prompt is too long for it. The next one is asked within the same reply. Each is named as `model` is; `builtin:extractive`, which needs no provider, may always be the last one. Default: none. Null: as if it had never been given.
                     * @example [
                     *       "openai:gpt-4o-mini",
                     *       "builtin:extractive"
                     *     ]
                     */
                    fallback_models?: string[] | null;
                    /** @description Sampling temperature: how freely the model chooses its words. Models that take none ignore it. Default: the provider's. Null: as if it had never been given. */
                    temperature?: number | null;
                    /** @description Maximum number of tokens of one reply. Default: the provider's limit; 2,048 with Anthropic. Null: as if it had never been given. */
                    max_output_tokens?: number | null;
                    /** @description What the agent says where neither knowledge nor conversation tells the answer; a model may say it in the user's language. Default: the model says so in its own words. Null: as if it had never been given. */
                    fallback_message?: string | null;
                    /** @description Words that your own chat may show before the first question; they are no message. A widget shows the `greeting` of its configuration instead. Null: as if it had never been given. */
                    greeting?: string | null;
                    /** @description Whether a reply that cites no knowledge is replaced by the `fallback_message`, or without one by a sentence in the language of the question. Small talk, such as a greeting or thanks, is answered either way. Default: false. Null: as if it had never been given. */
                    require_grounding?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `Agent`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Agent"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listAgentActivity: {
        parameters: {
            query?: {
                /** @description Maximum number of records on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Without it: the first page. */
                after?: string;
                /** @description Order of the list: `asc` begins with the oldest records, `desc` with the newest. */
                order?: "asc" | "desc";
                /** @description Figures of this agent alone. */
                agent_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["AgentActivity"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listModels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the list of `Model`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The default model first, then those with a known price, then those of connections. */
                        data: components["schemas"]["Model"][];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listConnections: {
        parameters: {
            query?: {
                /** @description Maximum number of records on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Without it: the first page. */
                after?: string;
                /** @description Order of the list: `asc` begins with the oldest records, `desc` with the newest. */
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["Connection"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    createConnection: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "our-models",
                 *       "base_url": "https://models.example.com/v1",
                 *       "provider": "openai",
                 *       "key": "sk-a-key-of-the-provider",
                 *       "models": [
                 *         "model-large"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What stands before the colon of an agent's `model`: 2 to 40 small letters, digits and hyphens, and no name of a provider. It never changes.
                     * @example our-models
                     */
                    name: string;
                    /**
                     * @description Provider whose protocol the server speaks. It never changes.
                     * @enum {string}
                     */
                    provider: "openai" | "anthropic" | "gemini" | "azure" | "bedrock" | "mistral" | "groq" | "deepseek" | "xai" | "openrouter" | "ollama" | "cohere" | "jina" | "tei";
                    /**
                     * @description Address of the server, up to what the provider's protocol adds; of most servers with the protocol of OpenAI it ends in `/v1`. It must be public; the operator can allow others (`EGRESS_ALLOWED_HOSTS`). Another server needs the `key` again. Default: the provider's own.
                     * @example https://models.example.com/v1
                     */
                    base_url?: string;
                    /**
                     * @description Key of the server, which no answer returns. Default: none, for servers that need none.
                     * @example sk-a-key-of-the-provider
                     */
                    key?: string;
                    /** @description What some providers need beside address and key. Default: nothing. */
                    options?: {
                        /** @description Name of the key, where the key is a secret that signs requests. */
                        key_id?: string;
                        /** @description Version of the provider's protocol, as a date. */
                        api_version?: string;
                        /** @description Region of the provider. */
                        region?: string;
                    };
                    /**
                     * @description Models that agents may name, by their names at the server. Default: any model.
                     * @example [
                     *       "model-large",
                     *       "model-small"
                     *     ]
                     */
                    models?: string[];
                    /**
                     * @description Prices of the models by their names. Default: the list prices, at the provider's own address.
                     * @example {
                     *       "model-large": {
                     *         "input": 2.5,
                     *         "output": 10
                     *       }
                     *     }
                     */
                    prices?: {
                        [key: string]: {
                            /** @description USD for a million tokens that the model reads. */
                            input: number;
                            /** @description USD for a million tokens that the model writes. */
                            output: number;
                            /** @description USD for a million tokens that the model reads from its cache; without it, as much as other input. */
                            cached_input?: number;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Created; `data` holds the new `Connection`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 201;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Connection"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the connection; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `Connection`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Connection"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    deleteConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the connection; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record is deleted, with everything that belonged to it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    changeConnection: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the connection as it was read: its `updated_at` in quotes. Answers 412 `precondition_failed` where the connection has changed since. Without it, or with `*`: changes it in any case.
                 * @example "2026-01-31T09:30:00.000Z"
                 */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the connection; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "sk-another-key-of-the-provider"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Address of the server, up to what the provider's protocol adds; of most servers with the protocol of OpenAI it ends in `/v1`. It must be public; the operator can allow others (`EGRESS_ALLOWED_HOSTS`). Another server needs the `key` again. Default: the provider's own. Null: as if it had never been given.
                     * @example https://models.example.com/v1
                     */
                    base_url?: string | null;
                    /**
                     * @description Key of the server, which no answer returns. Default: none, for servers that need none. Null: as if it had never been given.
                     * @example sk-a-key-of-the-provider
                     */
                    key?: string | null;
                    /** @description What some providers need beside address and key. Default: nothing. Null: as if it had never been given. */
                    options?: {
                        /** @description Name of the key, where the key is a secret that signs requests. */
                        key_id?: string;
                        /** @description Version of the provider's protocol, as a date. */
                        api_version?: string;
                        /** @description Region of the provider. */
                        region?: string;
                    } | null;
                    /**
                     * @description Models that agents may name, by their names at the server. Default: any model. Null: as if it had never been given.
                     * @example [
                     *       "model-large",
                     *       "model-small"
                     *     ]
                     */
                    models?: string[] | null;
                    /**
                     * @description Prices of the models by their names. Default: the list prices, at the provider's own address. Null: as if it had never been given.
                     * @example {
                     *       "model-large": {
                     *         "input": 2.5,
                     *         "output": 10
                     *       }
                     *     }
                     */
                    prices?: {
                        [key: string]: {
                            /** @description USD for a million tokens that the model reads. */
                            input: number;
                            /** @description USD for a million tokens that the model writes. */
                            output: number;
                            /** @description USD for a million tokens that the model reads from its cache; without it, as much as other input. */
                            cached_input?: number;
                        };
                    } | null;
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `Connection`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Connection"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    testConnection: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the connection; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "model": "model-large"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Model that is called, by its name at the server. Default: the first of `models`; none where these are empty.
                     * @example model-large
                     */
                    model?: string;
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `ConnectionTest`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["ConnectionTest"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    retrievePassages: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the agent; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "question": "When do you close?",
                 *       "limit": 6
                 *     }
                 */
                "application/json": {
                    /** @description What a user might ask; must not be blank. */
                    question: string;
                    /**
                     * @description Maximum number of passages to return.
                     * @default 6
                     */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the list of `Passage`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The passages that were found, the best first. */
                        data: components["schemas"]["Passage"][];
                        /** @description A call of the rerank model for what was found. Null: the service has no rerank model, or there was nothing to order. */
                        rerank: components["schemas"]["RerankCall"] | null;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    tryAgent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description How long to wait for the outcome: `wait=N` for at most N seconds, `respond-async` for none. Default, and the most: `REPLY_WAIT_SECONDS` (25).
                 * @example wait=20
                 */
                Prefer?: string;
            };
            path: {
                /** @description Id of the agent; it must belong to your organization. */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "question": "When do you close?",
                 *       "settings": {
                 *         "tone": "formal"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Settings that replace those of the agent in this trial, with the fields and rules of a change of the agent. Nothing of it is stored in the agent. Default: the agent as it is. */
                    settings?: {
                        /**
                         * @description What the agent calls itself; must not be blank.
                         * @example Ada
                         */
                        name?: string;
                        /** @description Who the agent is and whom it helps; part of the prompt. Null: as if it had never been given. */
                        description?: string | null;
                        /** @description How the agent speaks, such as `professional`; part of the prompt. Null: as if it had never been given. */
                        tone?: string | null;
                        /**
                         * @description Language in which the agent replies, as a BCP 47 tag such as `de` or `pt-BR`; `pt_BR` is taken as well. To users who write in another language it replies in theirs. Default: the `locale` of the session or conversation. Null: as if it had never been given.
                         * @example en
                         */
                        language?: string | null;
                        /** @description What the agent is for, such as `answer_questions`; part of the prompt. Default: none. Null: as if it had never been given. */
                        default_tasks?: string[] | null;
                        /** @description What else the agent should do or avoid, in your words; part of the prompt. Null: as if it had never been given. */
                        instructions?: string | null;
                        /**
                         * @description Model that writes the replies, as `connection:model` of one of your connections, or as `provider:model` of the provider that the service is set up with (see `GET /api/v1/models`). Default: the `LLM_MODEL` of the service. Null: as if it had never been given.
                         * @example openai:gpt-4o-mini
                         */
                        model?: string | null;
                        /**
                         * @description Models that write a reply when `model` cannot, in this order: it does not answer, limits the rate of requests, or the prompt is too long for it. The next one is asked within the same reply. Each is named as `model` is; `builtin:extractive`, which needs no provider, may always be the last one. Default: none. Null: as if it had never been given.
                         * @example [
                         *       "openai:gpt-4o-mini",
                         *       "builtin:extractive"
                         *     ]
                         */
                        fallback_models?: string[] | null;
                        /** @description Sampling temperature: how freely the model chooses its words. Models that take none ignore it. Default: the provider's. Null: as if it had never been given. */
                        temperature?: number | null;
                        /** @description Maximum number of tokens of one reply. Default: the provider's limit; 2,048 with Anthropic. Null: as if it had never been given. */
                        max_output_tokens?: number | null;
                        /** @description What the agent says where neither knowledge nor conversation tells the answer; a model may say it in the user's language. Default: the model says so in its own words. Null: as if it had never been given. */
                        fallback_message?: string | null;
                        /** @description Words that your own chat may show before the first question; they are no message. A widget shows the `greeting` of its configuration instead. Null: as if it had never been given. */
                        greeting?: string | null;
                        /** @description Whether a reply that cites no knowledge is replaced by the `fallback_message`, or without one by a sentence in the language of the question. Small talk, such as a greeting or thanks, is answered either way. Default: false. Null: as if it had never been given. */
                        require_grounding?: boolean | null;
                    };
                    /** @description What a user might ask; must not be blank. Required unless `answer` is false: then the prompt is that of a chat without a question. */
                    question?: string;
                    /** @description The turns before the question, the oldest first. Default: none. */
                    history?: {
                        /**
                         * @description Who said it.
                         * @enum {string}
                         */
                        role: "user" | "assistant";
                        /** @description What was said. */
                        content: string;
                    }[];
                    /** @description What is known of the user. Default: nothing. At most 16 kB as JSON, 5 levels deep. */
                    traits?: {
                        [key: string]: unknown;
                    };
                    /** @description Whether a model answers. With false, the prompt is built as for a reply, and no model is asked for an answer: `trace.prompt` has its parts. Default: true. */
                    answer?: boolean;
                };
            };
        };
        responses: {
            /** @description The trial has ended: `data` holds its outcome. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 201;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["AgentTrial"];
                    };
                };
            };
            /** @description The trial has not ended: `Location` is where to read it. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 202;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["AgentTrial"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readAgentTrial: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the agent; it must belong to your organization. */
                agent_id: string;
                /** @description Id of the trial; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `AgentTrial`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["AgentTrial"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description Maximum number of records on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Without it: the first page. */
                after?: string;
                /** @description Order of the list: `asc` begins with the oldest records, `desc` with the newest. */
                order?: "asc" | "desc";
                /** @description Sessions with this agent. */
                agent_id?: string;
                /** @description Sessions of this visitor. */
                visitor_id?: string;
                /** @description Sessions in this state. */
                status?: "active" | "closed" | "expired";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["Session"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "agent_id": "01999999-0000-7000-8000-000000000000",
                 *       "visitor_id": "visitor-1",
                 *       "locale": "en",
                 *       "metadata": {
                 *         "source": "website",
                 *         "page": "/pricing"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Id of the agent that answers.
                     */
                    agent_id: string;
                    /**
                     * @description Language of the user, as a BCP 47 tag such as `de` or `pt-BR`; `pt_BR` is taken as well. An agent without a `language` of its own replies in it.
                     * @example en
                     */
                    locale?: string;
                    /**
                     * @description Free-form data of yours; stored as it is, and not shown to the model. At most 16 kB as JSON, 5 levels deep.
                     * @default {}
                     */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /** @description Your own label of the visitor, such as a random id that their browser keeps. It does not prove who they are. */
                    visitor_id?: string;
                };
            };
        };
        responses: {
            /** @description Created; `data` holds the new `Session`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 201;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Session"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the session; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `Session`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Session"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the session; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record is deleted, with everything that belonged to it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    changeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the session; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "closed"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Language of the user, as a BCP 47 tag such as `de` or `pt-BR`; `pt_BR` is taken as well. An agent without a `language` of its own replies in it. Null: as if it had never been given.
                     * @example en
                     */
                    locale?: string | null;
                    /** @description Free-form data of yours; stored as it is, and not shown to the model. Null: as if it had never been given. At most 16 kB as JSON, 5 levels deep. */
                    metadata?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description Your own label of the visitor, such as a random id that their browser keeps. It does not prove who they are. Null: as if it had never been given. */
                    visitor_id?: string | null;
                    /**
                     * @description Closes it: it takes no more messages, and nothing opens it again.
                     * @enum {string}
                     */
                    status?: "closed";
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `Session`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Session"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listConversations: {
        parameters: {
            query?: {
                /** @description Maximum number of records on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Without it: the first page. */
                after?: string;
                /** @description Order of the list: `asc` begins with the oldest records, `desc` with the newest. */
                order?: "asc" | "desc";
                /** @description Conversations with this agent. */
                agent_id?: string;
                /** @description Conversations of this customer. */
                customer_id?: string;
                /** @description Conversations that refer to this context. */
                user_context_id?: string;
                /** @description Conversations in this state. */
                status?: "open" | "closed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["Conversation"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    createConversation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "agent_id": "01999999-0000-7000-8000-000000000000",
                 *       "customer_id": "customer-1",
                 *       "title": "A late parcel",
                 *       "locale": "en",
                 *       "user_context_id": "01999999-0000-7000-8000-000000000000",
                 *       "metadata": {
                 *         "channel": "app"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Id of the agent that answers.
                     */
                    agent_id: string;
                    /**
                     * @description Language of the user, as a BCP 47 tag such as `de` or `pt-BR`; `pt_BR` is taken as well. An agent without a `language` of its own replies in it.
                     * @example en
                     */
                    locale?: string;
                    /**
                     * @description Free-form data of yours; stored as it is, and not shown to the model. At most 16 kB as JSON, 5 levels deep.
                     * @default {}
                     */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /** @description Your own id of the customer. */
                    customer_id?: string;
                    /** @description What the conversation is about, for people who look at lists. */
                    title?: string;
                    /**
                     * Format: uuid
                     * @description Id of the context of the customer, whose traits are part of the prompt of each reply (`POST /api/v1/contexts`).
                     */
                    user_context_id?: string;
                };
            };
        };
        responses: {
            /** @description Created; `data` holds the new `Conversation`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 201;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Conversation"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the conversation; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `Conversation`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Conversation"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    deleteConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the conversation; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record is deleted, with everything that belonged to it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    changeConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the conversation; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "The parcel has come"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Language of the user, as a BCP 47 tag such as `de` or `pt-BR`; `pt_BR` is taken as well. An agent without a `language` of its own replies in it. Null: as if it had never been given.
                     * @example en
                     */
                    locale?: string | null;
                    /** @description Free-form data of yours; stored as it is, and not shown to the model. Null: as if it had never been given. At most 16 kB as JSON, 5 levels deep. */
                    metadata?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description Your own id of the customer. Null: as if it had never been given. */
                    customer_id?: string | null;
                    /** @description What the conversation is about, for people who look at lists. Null: as if it had never been given. */
                    title?: string | null;
                    /**
                     * Format: uuid
                     * @description Id of the context of the customer, whose traits are part of the prompt of each reply (`POST /api/v1/contexts`). Null: as if it had never been given.
                     */
                    user_context_id?: string | null;
                    /**
                     * @description Closes it: it takes no more messages, and nothing opens it again.
                     * @enum {string}
                     */
                    status?: "closed";
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `Conversation`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Conversation"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listSessionMessages: {
        parameters: {
            query?: {
                /** @description Maximum number of records on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Without it: the first page. */
                after?: string;
                /** @description Order of the list: `asc` begins with the oldest records, `desc` with the newest. */
                order?: "asc" | "desc";
                /** @description `public`: what the customer may see; `all`: also the internal notes of people. With a widget token always `public`. */
                visibility?: "public" | "all";
            };
            header?: never;
            path: {
                /** @description Id of the session; it must belong to your organization. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: (components["schemas"]["SessionQuestion"] | components["schemas"]["SessionReply"] | components["schemas"]["SessionHumanMessage"])[];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    postSessionMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description How long to wait for the outcome: `wait=N` for at most N seconds, `respond-async` for none. Default, and the most: `REPLY_WAIT_SECONDS` (25).
                 * @example wait=20
                 */
                Prefer?: string;
                /**
                 * @description Joins a stream again: the `id` of the last event that came, after which it goes on.
                 * @example 12
                 */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description Id of the session; it must belong to your organization. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "Where is my parcel?",
                 *       "metadata": {
                 *         "order_id": "4711"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description What the user asks or says; must not be blank. */
                    content: string;
                    /**
                     * @description Free-form data that belongs to the message; the model sees it as data. At most 16 kB as JSON, 5 levels deep.
                     * @default {}
                     */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description What happens while an earlier reply is unfinished: the message waits for it (`queue`), or is refused with 409 `thread_busy` (`reject`).
                     * @default queue
                     * @enum {string}
                     */
                    on_busy?: "queue" | "reject";
                    /** @description Whether to keep how the reply comes about, to be read at `GET …/messages/{id}/trace`: what was retrieved, what the model was sent, how long each step took. Not with a widget token (403). Default: false. */
                    trace?: boolean;
                    /**
                     * @description Who says it: the customer (`user`), or a person of your organization (`human_agent`), which is stored as it is, while people have the chat. Not with a widget token (403). Default: `user`.
                     * @enum {string}
                     */
                    role?: "user" | "human_agent";
                    /** @description Of a `human_agent`: name of the person, which the customer sees. A user of the dashboard has their own. Default: none. */
                    author?: string;
                    /**
                     * @description Of a `human_agent`: `internal` is a note that neither customers nor models see, and can be posted at any time. Default: `public`.
                     * @enum {string}
                     */
                    visibility?: "public" | "internal";
                };
            };
        };
        responses: {
            /** @description The reply is finished: `data` holds it. While people have the chat: `data` holds the question. Of a person: `data` holds the message. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 201;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description What became of the message. */
                        data: components["schemas"]["SessionReply"] | components["schemas"]["SessionQuestionToPeople"] | components["schemas"]["SessionHumanMessage"];
                    };
                };
            };
            /** @description The reply is not finished: `data` holds its record so far, and `Location` is where to read it. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 202;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SessionReply"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readSessionMessage: {
        parameters: {
            query?: {
                /** @description Seconds to wait while the reply is unfinished; longer than `REPLY_WAIT_SECONDS` (25) counts as that. */
                wait?: number;
            };
            header?: {
                /**
                 * @description Joins a stream again: the `id` of the last event that came, after which it goes on.
                 * @example 12
                 */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description Id of the session; it must belong to your organization. */
                session_id: string;
                /** @description Id of the message; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The question, or the reply as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description A question, a reply of the agent or a message of a person; `role` tells which. */
                        data: components["schemas"]["SessionQuestion"] | components["schemas"]["SessionReply"] | components["schemas"]["SessionHumanMessage"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    cancelSessionReply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the session; it must belong to your organization. */
                session_id: string;
                /** @description Id of the message; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `SessionReply`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SessionReply"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listConversationMessages: {
        parameters: {
            query?: {
                /** @description Maximum number of records on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Without it: the first page. */
                after?: string;
                /** @description Order of the list: `asc` begins with the oldest records, `desc` with the newest. */
                order?: "asc" | "desc";
                /** @description `public`: what the customer may see; `all`: also the internal notes of people. With a widget token always `public`. */
                visibility?: "public" | "all";
            };
            header?: never;
            path: {
                /** @description Id of the conversation; it must belong to your organization. */
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: (components["schemas"]["ConversationQuestion"] | components["schemas"]["ConversationReply"] | components["schemas"]["ConversationHumanMessage"])[];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    postConversationMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description How long to wait for the outcome: `wait=N` for at most N seconds, `respond-async` for none. Default, and the most: `REPLY_WAIT_SECONDS` (25).
                 * @example wait=20
                 */
                Prefer?: string;
                /**
                 * @description Joins a stream again: the `id` of the last event that came, after which it goes on.
                 * @example 12
                 */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description Id of the conversation; it must belong to your organization. */
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "Where is my parcel?",
                 *       "metadata": {
                 *         "order_id": "4711"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description What the user asks or says; must not be blank. */
                    content: string;
                    /**
                     * @description Free-form data that belongs to the message; the model sees it as data. At most 16 kB as JSON, 5 levels deep.
                     * @default {}
                     */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description What happens while an earlier reply is unfinished: the message waits for it (`queue`), or is refused with 409 `thread_busy` (`reject`).
                     * @default queue
                     * @enum {string}
                     */
                    on_busy?: "queue" | "reject";
                    /** @description Whether to keep how the reply comes about, to be read at `GET …/messages/{id}/trace`: what was retrieved, what the model was sent, how long each step took. Not with a widget token (403). Default: false. */
                    trace?: boolean;
                    /**
                     * @description Who says it: the customer (`user`), or a person of your organization (`human_agent`), which is stored as it is, while people have the chat. Not with a widget token (403). Default: `user`.
                     * @enum {string}
                     */
                    role?: "user" | "human_agent";
                    /** @description Of a `human_agent`: name of the person, which the customer sees. A user of the dashboard has their own. Default: none. */
                    author?: string;
                    /**
                     * @description Of a `human_agent`: `internal` is a note that neither customers nor models see, and can be posted at any time. Default: `public`.
                     * @enum {string}
                     */
                    visibility?: "public" | "internal";
                };
            };
        };
        responses: {
            /** @description The reply is finished: `data` holds it. While people have the chat: `data` holds the question. Of a person: `data` holds the message. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 201;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description What became of the message. */
                        data: components["schemas"]["ConversationReply"] | components["schemas"]["ConversationQuestionToPeople"] | components["schemas"]["ConversationHumanMessage"];
                    };
                };
            };
            /** @description The reply is not finished: `data` holds its record so far, and `Location` is where to read it. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 202;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["ConversationReply"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readConversationMessage: {
        parameters: {
            query?: {
                /** @description Seconds to wait while the reply is unfinished; longer than `REPLY_WAIT_SECONDS` (25) counts as that. */
                wait?: number;
            };
            header?: {
                /**
                 * @description Joins a stream again: the `id` of the last event that came, after which it goes on.
                 * @example 12
                 */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description Id of the conversation; it must belong to your organization. */
                conversation_id: string;
                /** @description Id of the message; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The question, or the reply as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description A question, a reply of the agent or a message of a person; `role` tells which. */
                        data: components["schemas"]["ConversationQuestion"] | components["schemas"]["ConversationReply"] | components["schemas"]["ConversationHumanMessage"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    cancelConversationReply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the conversation; it must belong to your organization. */
                conversation_id: string;
                /** @description Id of the message; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `ConversationReply`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["ConversationReply"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    handOffSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the session; it must belong to your organization. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "customer_request",
                 *       "note": "Wants to return a broken lamp."
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Why people get it: the customer asked for a person, the agent had no answer, a low rating, the topic, a person took over of their own accord, or another reason. With a widget token it is always `customer_request`. Default: `other`.
                     * @enum {string}
                     */
                    reason?: "customer_request" | "no_answer" | "low_rating" | "topic" | "takeover" | "other";
                    /** @description What the people should know; the customer and the model do not see it. */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description People had it already: `data` holds the present handoff. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SessionHandoff"];
                    };
                };
            };
            /** @description Created; `data` holds the new `SessionHandoff`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 201;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SessionHandoff"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    assignSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the session; it must belong to your organization. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "01999999-0000-7000-8000-000000000000"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Id of the user who answers from now on. Null: nobody, so that others can take it.
                     */
                    user_id: string | null;
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `SessionHandoff`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SessionHandoff"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    returnSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the session; it must belong to your organization. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "The lamp is refunded."
                 *     }
                 */
                "application/json": {
                    /** @description What the agent should know from now on; the model sees it as data, and may tell the customer. */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `SessionHandoff`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SessionHandoff"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listSessionHandoffs: {
        parameters: {
            query?: {
                /** @description Maximum number of records on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Without it: the first page. */
                after?: string;
                /** @description Order of the list: `asc` begins with the oldest records, `desc` with the newest. */
                order?: "asc" | "desc";
            };
            header?: never;
            path: {
                /** @description Id of the session; it must belong to your organization. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["SessionHandoff"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    handOffConversation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the conversation; it must belong to your organization. */
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "customer_request",
                 *       "note": "Wants to return a broken lamp."
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Why people get it: the customer asked for a person, the agent had no answer, a low rating, the topic, a person took over of their own accord, or another reason. With a widget token it is always `customer_request`. Default: `other`.
                     * @enum {string}
                     */
                    reason?: "customer_request" | "no_answer" | "low_rating" | "topic" | "takeover" | "other";
                    /** @description What the people should know; the customer and the model do not see it. */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description People had it already: `data` holds the present handoff. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["ConversationHandoff"];
                    };
                };
            };
            /** @description Created; `data` holds the new `ConversationHandoff`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 201;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["ConversationHandoff"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    assignConversation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the conversation; it must belong to your organization. */
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "01999999-0000-7000-8000-000000000000"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Id of the user who answers from now on. Null: nobody, so that others can take it.
                     */
                    user_id: string | null;
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `ConversationHandoff`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["ConversationHandoff"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    returnConversation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the conversation; it must belong to your organization. */
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "The lamp is refunded."
                 *     }
                 */
                "application/json": {
                    /** @description What the agent should know from now on; the model sees it as data, and may tell the customer. */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `ConversationHandoff`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["ConversationHandoff"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listConversationHandoffs: {
        parameters: {
            query?: {
                /** @description Maximum number of records on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Without it: the first page. */
                after?: string;
                /** @description Order of the list: `asc` begins with the oldest records, `desc` with the newest. */
                order?: "asc" | "desc";
            };
            header?: never;
            path: {
                /** @description Id of the conversation; it must belong to your organization. */
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["ConversationHandoff"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readSessionReplyTrace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the session; it must belong to your organization. */
                session_id: string;
                /** @description Id of the message; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `ReplyTrace`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["ReplyTrace"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readConversationReplyTrace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the conversation; it must belong to your organization. */
                conversation_id: string;
                /** @description Id of the message; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `ReplyTrace`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["ReplyTrace"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listSessionFeedback: {
        parameters: {
            query?: {
                /** @description Maximum number of records on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Without it: the first page. */
                after?: string;
                /** @description Order of the list: `asc` begins with the oldest records, `desc` with the newest. */
                order?: "asc" | "desc";
            };
            header?: never;
            path: {
                /** @description Id of the session; it must belong to your organization. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["SessionFeedback"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    putSessionFeedback: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the session; it must belong to your organization. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reviewer": "zoe@example.com",
                 *       "rating": 5,
                 *       "comment": "Quick and clear."
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Your own id or name of the person who rates; must not be blank. With a widget token it is always `visitor`.
                     * @example zoe@example.com
                     */
                    reviewer: string;
                    /** @description How good it was: 1 is the worst, 5 the best; 1 and 2 count as negative. */
                    rating: number;
                    /** @description What the reviewer says about it. */
                    comment?: string;
                    /**
                     * Format: uuid
                     * @description Id of the one reply that is rated. Without it: all of the chat.
                     */
                    message_id?: string;
                };
            };
        };
        responses: {
            /** @description The reviewer had rated it before: `data` holds the rating that replaces the earlier one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SessionFeedback"];
                    };
                };
            };
            /** @description Created; `data` holds the new `SessionFeedback`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 201;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SessionFeedback"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listConversationFeedback: {
        parameters: {
            query?: {
                /** @description Maximum number of records on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Without it: the first page. */
                after?: string;
                /** @description Order of the list: `asc` begins with the oldest records, `desc` with the newest. */
                order?: "asc" | "desc";
            };
            header?: never;
            path: {
                /** @description Id of the conversation; it must belong to your organization. */
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["ConversationFeedback"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    putConversationFeedback: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the conversation; it must belong to your organization. */
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reviewer": "zoe@example.com",
                 *       "rating": 5,
                 *       "comment": "Quick and clear."
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Your own id or name of the person who rates; must not be blank. With a widget token it is always `visitor`.
                     * @example zoe@example.com
                     */
                    reviewer: string;
                    /** @description How good it was: 1 is the worst, 5 the best; 1 and 2 count as negative. */
                    rating: number;
                    /** @description What the reviewer says about it. */
                    comment?: string;
                    /**
                     * Format: uuid
                     * @description Id of the one reply that is rated. Without it: all of the chat.
                     */
                    message_id?: string;
                };
            };
        };
        responses: {
            /** @description The reviewer had rated it before: `data` holds the rating that replaces the earlier one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["ConversationFeedback"];
                    };
                };
            };
            /** @description Created; `data` holds the new `ConversationFeedback`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 201;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["ConversationFeedback"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    exportThreads: {
        parameters: {
            query?: {
                /** @description Form of the file: one JSON object per line, or CSV with a column for each field. */
                format?: "csv" | "jsonl";
                /** @description Only sessions, or only conversations. */
                kind?: "session" | "conversation";
                /** @description Threads with this agent. */
                agent_id?: string;
                /** @description With true, only threads that test keys opened; with false, only others. A key gets those of its own kind, whatever it sends. */
                is_test?: boolean;
                /** @description Threads in this state; `open` ones take messages, and include sessions that are `active`. */
                status?: "open" | "closed" | "expired";
                /** @description Threads whose last message was posted at this time or later: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. */
                from?: string | unknown | unknown;
                /** @description Threads whose last message was posted before this time: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. */
                to?: string | unknown | unknown;
                /** @description Threads whose `customer_id` or `visitor_id` contains this text, in capitals or not. */
                person?: string;
                /** @description Conversations that refer to this context, or whose `customer_id` is its `user_reference`. */
                user_context_id?: string;
                /** @description Threads with a message that contains this text, in capitals or not. Searches the newest 100,000 messages of the organization; with `to`, the newest until then. */
                text?: string;
                /** @description Threads with a message as `text` finds it; and threads with this text in `title`, `customer_id`, `visitor_id`, or in the `user_reference`, the trait `name` or the trait `email` of their customer. */
                search?: string;
                /** @description With true, threads in which a reply failed; false has no effect. */
                has_failures?: boolean;
                /** @description With true, threads with a rating of 1 or 2; false has no effect. */
                has_negative_feedback?: boolean;
                /** @description With true, threads with a reply that cites no knowledge; false has no effect. */
                has_ungrounded_replies?: boolean;
                /** @description With true, threads with a reply that cites knowledge; false has no effect. */
                has_grounded_replies?: boolean;
                /** @description Threads whose first question has this `topic` of `GET /api/v1/analytics/questions`. */
                topic?: string;
                /** @description Start of the time in which the failures, replies, ratings and first questions of the other filters must be. Without such a filter: threads with a question at this time or later: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. */
                during_from?: string | unknown | unknown;
                /** @description End of this time, exclusive: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. */
                during_to?: string | unknown | unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transcripts, as a file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    exportThread: {
        parameters: {
            query?: {
                /** @description Form of the file: one JSON object per line, or CSV with a column for each field. */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path: {
                /** @description Id of the session or conversation; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transcripts, as a file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listThreads: {
        parameters: {
            query?: {
                /** @description Maximum number of records on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Without it: the first page. */
                after?: string;
                /** @description Only sessions, or only conversations. */
                kind?: "session" | "conversation";
                /** @description Threads with this agent. */
                agent_id?: string;
                /** @description With true, only threads that test keys opened; with false, only others. A key gets those of its own kind, whatever it sends. */
                is_test?: boolean;
                /** @description Threads in this state; `open` ones take messages, and include sessions that are `active`. */
                status?: "open" | "closed" | "expired";
                /** @description Threads whose last message was posted at this time or later: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. */
                from?: string | unknown | unknown;
                /** @description Threads whose last message was posted before this time: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. */
                to?: string | unknown | unknown;
                /** @description Threads whose `customer_id` or `visitor_id` contains this text, in capitals or not. */
                person?: string;
                /** @description Conversations that refer to this context, or whose `customer_id` is its `user_reference`. */
                user_context_id?: string;
                /** @description Threads with a message that contains this text, in capitals or not. Searches the newest 100,000 messages of the organization; with `to`, the newest until then. */
                text?: string;
                /** @description Threads with a message as `text` finds it; and threads with this text in `title`, `customer_id`, `visitor_id`, or in the `user_reference`, the trait `name` or the trait `email` of their customer. */
                search?: string;
                /** @description With true, threads in which a reply failed; false has no effect. */
                has_failures?: boolean;
                /** @description With true, threads with a rating of 1 or 2; false has no effect. */
                has_negative_feedback?: boolean;
                /** @description With true, threads with a reply that cites no knowledge; false has no effect. */
                has_ungrounded_replies?: boolean;
                /** @description With true, threads with a reply that cites knowledge; false has no effect. */
                has_grounded_replies?: boolean;
                /** @description Threads whose first question has this `topic` of `GET /api/v1/analytics/questions`. */
                topic?: string;
                /** @description Start of the time in which the failures, replies, ratings and first questions of the other filters must be. Without such a filter: threads with a question at this time or later: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. */
                during_from?: string | unknown | unknown;
                /** @description End of this time, exclusive: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. */
                during_to?: string | unknown | unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["ThreadSummary"][];
                        pagination: components["schemas"]["ThreadPagination"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readThread: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the session or conversation; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `Thread`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Thread"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    followThreads: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Joins a stream again: the `id` of the last event that came, after which it goes on.
                 * @example 12
                 */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Without `Accept: text/event-stream`, how many follow. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["ThreadStreams"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listContexts: {
        parameters: {
            query?: {
                /** @description Maximum number of records on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Without it: the first page. */
                after?: string;
                /** @description Order of the list: `asc` begins with the oldest records, `desc` with the newest. */
                order?: "asc" | "desc";
                /** @description The context of this user: the whole reference. */
                user_reference?: string;
                /** @description Contexts whose `user_reference`, or trait `name` or `email`, contains this text, in capitals or not. */
                search?: string;
                /** @description What the list is ordered by: when contexts were made, or their reference. */
                sort?: "created_at" | "user_reference";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["Context"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    putContext: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_reference": "customer-1",
                 *       "traits": {
                 *         "name": "Zoe",
                 *         "subscription_tier": "gold",
                 *         "preferences": {
                 *           "language": "en"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Your own id of the user. Each has one context. */
                    user_reference: string;
                    /** @description Free-form data about the user; part of the prompt of each reply to them. At most 16 kB as JSON, 5 levels deep. */
                    traits: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description The user had a context: `data` holds it, with the traits replaced. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Context"];
                    };
                };
            };
            /** @description Created; `data` holds the new `Context`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 201;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Context"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readContext: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the context; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `Context`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Context"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    deleteContext: {
        parameters: {
            query?: {
                /** @description Deletes the user's conversations, messages and feedback as well. Without it: the context alone. */
                erase?: "everything";
            };
            header?: never;
            path: {
                /** @description Id of the context; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `DeletedContext`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["DeletedContext"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    changeContext: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the context; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "traits": {
                 *         "subscription_tier": "platinum",
                 *         "preferences": null
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Traits to merge into those that are stored; null takes a key away. At most 16 kB as JSON, 5 levels deep. */
                    traits: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `Context`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Context"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    exportContext: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the context; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A file with one JSON object per line: a record as its own route answers it, and its `type`: `context`, `conversation`, `message` or `feedback`; and `budget_spending`, which no route answers: what the user has spent of a budget for customers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["ContextExport"];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listQa: {
        parameters: {
            query?: {
                /** @description Maximum number of records on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Without it: the first page. */
                after?: string;
                /** @description Order of the list: `asc` begins with the oldest records, `desc` with the newest. */
                order?: "asc" | "desc";
                /** @description Entries in this state. */
                status?: "processing" | "ready" | "failed";
                /** @description Entries that this agent may answer from, those that serve every agent included. */
                agent_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["QaEntry"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    createQa: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description How long to wait for the outcome: `wait=N` for at most N seconds, `respond-async` for none. Default, and the most: `REPLY_WAIT_SECONDS` (25).
                 * @example wait=20
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "question": "How long does a parcel take?",
                 *       "answer": "Two days within the country.",
                 *       "tags": [
                 *         "shipping"
                 *       ],
                 *       "source": "manual"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What users ask; the pair answers first where somebody asks the same. Must not be blank.
                     * @example How long does a parcel take?
                     */
                    question: string;
                    /**
                     * @description What agents should answer; must not be blank.
                     * @example Two days.
                     */
                    answer: string;
                    /** @description Words by which people sort pairs; they are not searched. Default: none. */
                    tags?: string[];
                    /** @description Where the pair is from, such as `manual`; for people. */
                    source?: string;
                    /**
                     * Format: uuid
                     * @description Id of the only agent that the entry serves: short for `agent_ids` with one. Not together with `agent_ids`.
                     */
                    agent_id?: string;
                    /** @description Ids of the agents that may answer from the entry. Default: every agent of the organization. */
                    agent_ids?: string[];
                };
            };
        };
        responses: {
            /** @description Created; `data` holds the new `QaEntry`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 201;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["QaEntry"];
                    };
                };
            };
            /** @description The work goes on; `data` holds the `QaEntry` so far, and `Location` is where to read it. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 202;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["QaEntry"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readQa: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the question/answer pair; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `QaEntry`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["QaEntry"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    deleteQa: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the question/answer pair; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record is deleted, with everything that belonged to it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    changeQa: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description How long to wait for the outcome: `wait=N` for at most N seconds, `respond-async` for none. Default, and the most: `REPLY_WAIT_SECONDS` (25).
                 * @example wait=20
                 */
                Prefer?: string;
            };
            path: {
                /** @description Id of the question/answer pair; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "answer": "One day within the country."
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What users ask; the pair answers first where somebody asks the same. Must not be blank.
                     * @example How long does a parcel take?
                     */
                    question?: string;
                    /**
                     * @description What agents should answer; must not be blank.
                     * @example Two days.
                     */
                    answer?: string;
                    /** @description Words by which people sort pairs; they are not searched. Default: none. Null: as if it had never been given. */
                    tags?: string[] | null;
                    /** @description Where the pair is from, such as `manual`; for people. Null: as if it had never been given. */
                    source?: string | null;
                    /**
                     * Format: uuid
                     * @description Id of the only agent that the entry serves: short for `agent_ids` with one. Not together with `agent_ids`. Null: as if it had never been given.
                     */
                    agent_id?: string | null;
                    /** @description Ids of the agents that may answer from the entry. Default: every agent of the organization. Null: as if it had never been given. */
                    agent_ids?: string[] | null;
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `QaEntry`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["QaEntry"];
                    };
                };
            };
            /** @description The work goes on; `data` holds the `QaEntry` so far, and `Location` is where to read it. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 202;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["QaEntry"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    reindexQa: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description How long to wait for the outcome: `wait=N` for at most N seconds, `respond-async` for none. Default, and the most: `REPLY_WAIT_SECONDS` (25).
                 * @example wait=20
                 */
                Prefer?: string;
            };
            path: {
                /** @description Id of the question/answer pair; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `QaEntry`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["QaEntry"];
                    };
                };
            };
            /** @description The work goes on; `data` holds the `QaEntry` so far, and `Location` is where to read it. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 202;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["QaEntry"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listQaChunks: {
        parameters: {
            query?: {
                /** @description Number of the page; the first is 1. */
                page?: number;
                /** @description Maximum number of pieces on a page. */
                page_size?: number;
            };
            header?: never;
            path: {
                /** @description Id of the question/answer pair; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["Chunk"][];
                        pagination: components["schemas"]["NumberedPagination"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listUrls: {
        parameters: {
            query?: {
                /** @description Maximum number of records on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Without it: the first page. */
                after?: string;
                /** @description Order of the list: `asc` begins with the oldest records, `desc` with the newest. */
                order?: "asc" | "desc";
                /** @description Entries in this state. */
                status?: "processing" | "ready" | "failed";
                /** @description Entries that this agent may answer from, those that serve every agent included. */
                agent_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["UrlEntry"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    createUrl: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description How long to wait for the outcome: `wait=N` for at most N seconds, `respond-async` for none. Default, and the most: `REPLY_WAIT_SECONDS` (25).
                 * @example wait=20
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/shipping",
                 *       "title": "Shipping",
                 *       "refresh_hours": 24
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Address of the page, or where reading a site begins: absolute, http or https, public, on port 80 or 443, without a user name.
                     * @example https://example.com/shipping
                     */
                    url: string;
                    /**
                     * @description What the page is called in lists and citations; must not be blank. Default: the title that the page gives itself.
                     * @example Shipping
                     */
                    title?: string;
                    /**
                     * @description What is read: the page alone (`page`, the default); the pages of a sitemap (`sitemap`), which `url` or robots.txt names, or `/sitemap.xml`; or the pages that links lead to from `url` on, the nearest first (`site`). Stays within the site, and keeps to robots.txt, `noindex` and `nofollow`.
                     * @enum {string}
                     */
                    crawl?: "page" | "sitemap" | "site";
                    /** @description Maximum number of pages that are read of a sitemap or site. Default: 50. */
                    max_pages?: number;
                    /** @description Hours after which the page or site is read again, each time; 8,760 are a year. Where that fails, agents answer from what was indexed before. Default: never. */
                    refresh_hours?: number;
                    /**
                     * Format: uuid
                     * @description Id of the only agent that the entry serves: short for `agent_ids` with one. Not together with `agent_ids`.
                     */
                    agent_id?: string;
                    /** @description Ids of the agents that may answer from the entry. Default: every agent of the organization. */
                    agent_ids?: string[];
                };
            };
        };
        responses: {
            /** @description Created; `data` holds the new `UrlEntry`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 201;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["UrlEntry"];
                    };
                };
            };
            /** @description The work goes on; `data` holds the `UrlEntry` so far, and `Location` is where to read it. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 202;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["UrlEntry"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the entry of a web page or site; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `UrlEntry`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["UrlEntry"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    deleteUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the entry of a web page or site; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record is deleted, with everything that belonged to it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    changeUrl: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description How long to wait for the outcome: `wait=N` for at most N seconds, `respond-async` for none. Default, and the most: `REPLY_WAIT_SECONDS` (25).
                 * @example wait=20
                 */
                Prefer?: string;
            };
            path: {
                /** @description Id of the entry of a web page or site; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Shipping and returns"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Address of the page, or where reading a site begins: absolute, http or https, public, on port 80 or 443, without a user name.
                     * @example https://example.com/shipping
                     */
                    url?: string;
                    /**
                     * @description What the page is called in lists and citations; must not be blank. Default: the title that the page gives itself. Null: as if it had never been given.
                     * @example Shipping
                     */
                    title?: string | null;
                    /**
                     * @description What is read: the page alone (`page`, the default); the pages of a sitemap (`sitemap`), which `url` or robots.txt names, or `/sitemap.xml`; or the pages that links lead to from `url` on, the nearest first (`site`). Stays within the site, and keeps to robots.txt, `noindex` and `nofollow`. Null: as if it had never been given.
                     * @enum {string|null}
                     */
                    crawl?: "page" | "sitemap" | "site" | null;
                    /** @description Maximum number of pages that are read of a sitemap or site. Default: 50. Null: as if it had never been given. */
                    max_pages?: number | null;
                    /** @description Hours after which the page or site is read again, each time; 8,760 are a year. Where that fails, agents answer from what was indexed before. Default: never. Null: as if it had never been given. */
                    refresh_hours?: number | null;
                    /**
                     * Format: uuid
                     * @description Id of the only agent that the entry serves: short for `agent_ids` with one. Not together with `agent_ids`. Null: as if it had never been given.
                     */
                    agent_id?: string | null;
                    /** @description Ids of the agents that may answer from the entry. Default: every agent of the organization. Null: as if it had never been given. */
                    agent_ids?: string[] | null;
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `UrlEntry`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["UrlEntry"];
                    };
                };
            };
            /** @description The work goes on; `data` holds the `UrlEntry` so far, and `Location` is where to read it. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 202;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["UrlEntry"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    reindexUrl: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description How long to wait for the outcome: `wait=N` for at most N seconds, `respond-async` for none. Default, and the most: `REPLY_WAIT_SECONDS` (25).
                 * @example wait=20
                 */
                Prefer?: string;
            };
            path: {
                /** @description Id of the entry of a web page or site; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `UrlEntry`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["UrlEntry"];
                    };
                };
            };
            /** @description The work goes on; `data` holds the `UrlEntry` so far, and `Location` is where to read it. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 202;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["UrlEntry"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listUrlChunks: {
        parameters: {
            query?: {
                /** @description Number of the page; the first is 1. */
                page?: number;
                /** @description Maximum number of pieces on a page. */
                page_size?: number;
            };
            header?: never;
            path: {
                /** @description Id of the entry of a web page or site; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["Chunk"][];
                        pagination: components["schemas"]["NumberedPagination"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listFiles: {
        parameters: {
            query?: {
                /** @description Maximum number of records on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Without it: the first page. */
                after?: string;
                /** @description Order of the list: `asc` begins with the oldest records, `desc` with the newest. */
                order?: "asc" | "desc";
                /** @description Entries in this state. */
                status?: "processing" | "ready" | "failed";
                /** @description Entries that this agent may answer from, those that serve every agent included. */
                agent_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["FileEntry"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    createFile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description How long to wait for the outcome: `wait=N` for at most N seconds, `respond-async` for none. Default, and the most: `REPLY_WAIT_SECONDS` (25).
                 * @example wait=20
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Terms",
                 *       "file_type": "pdf",
                 *       "summary": "Parcels can be sent back for 30 days."
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What the file is called in lists and citations; must not be blank.
                     * @example Terms
                     */
                    title: string;
                    /**
                     * @description How the content is read; an upload sets it by the ending of the name.
                     * @enum {string}
                     */
                    file_type?: "pdf" | "docx" | "xlsx" | "pptx" | "odt" | "ods" | "odp" | "epub" | "rtf" | "eml" | "txt" | "md" | "html" | "csv" | "json";
                    /** @description What the file is about; indexed together with its content, or in its place. */
                    summary?: string;
                    /**
                     * Format: uuid
                     * @description Id of the only agent that the entry serves: short for `agent_ids` with one. Not together with `agent_ids`.
                     */
                    agent_id?: string;
                    /** @description Ids of the agents that may answer from the entry. Default: every agent of the organization. */
                    agent_ids?: string[];
                };
            };
        };
        responses: {
            /** @description Created; `data` holds the new `FileEntry`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 201;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["FileEntry"];
                    };
                };
            };
            /** @description The work goes on; `data` holds the `FileEntry` so far, and `Location` is where to read it. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 202;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["FileEntry"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the entry of a file; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `FileEntry`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["FileEntry"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    deleteFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the entry of a file; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record is deleted, with everything that belonged to it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    changeFile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description How long to wait for the outcome: `wait=N` for at most N seconds, `respond-async` for none. Default, and the most: `REPLY_WAIT_SECONDS` (25).
                 * @example wait=20
                 */
                Prefer?: string;
            };
            path: {
                /** @description Id of the entry of a file; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "summary": "Parcels can be sent back for 60 days."
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What the file is called in lists and citations; must not be blank.
                     * @example Terms
                     */
                    title?: string;
                    /**
                     * @description How the content is read; an upload sets it by the ending of the name. Null: as if it had never been given.
                     * @enum {string|null}
                     */
                    file_type?: "pdf" | "docx" | "xlsx" | "pptx" | "odt" | "ods" | "odp" | "epub" | "rtf" | "eml" | "txt" | "md" | "html" | "csv" | "json" | null;
                    /** @description What the file is about; indexed together with its content, or in its place. Null: as if it had never been given. */
                    summary?: string | null;
                    /**
                     * Format: uuid
                     * @description Id of the only agent that the entry serves: short for `agent_ids` with one. Not together with `agent_ids`. Null: as if it had never been given.
                     */
                    agent_id?: string | null;
                    /** @description Ids of the agents that may answer from the entry. Default: every agent of the organization. Null: as if it had never been given. */
                    agent_ids?: string[] | null;
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `FileEntry`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["FileEntry"];
                    };
                };
            };
            /** @description The work goes on; `data` holds the `FileEntry` so far, and `Location` is where to read it. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 202;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["FileEntry"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    reindexFile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description How long to wait for the outcome: `wait=N` for at most N seconds, `respond-async` for none. Default, and the most: `REPLY_WAIT_SECONDS` (25).
                 * @example wait=20
                 */
                Prefer?: string;
            };
            path: {
                /** @description Id of the entry of a file; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `FileEntry`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["FileEntry"];
                    };
                };
            };
            /** @description The work goes on; `data` holds the `FileEntry` so far, and `Location` is where to read it. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 202;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["FileEntry"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listFileChunks: {
        parameters: {
            query?: {
                /** @description Number of the page; the first is 1. */
                page?: number;
                /** @description Maximum number of pieces on a page. */
                page_size?: number;
            };
            header?: never;
            path: {
                /** @description Id of the entry of a file; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["Chunk"][];
                        pagination: components["schemas"]["NumberedPagination"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readFileContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the entry of a file; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes of the file, as they were uploaded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": components["schemas"]["FileContent"];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    uploadFile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description How long to wait for the outcome: `wait=N` for at most N seconds, `respond-async` for none. Default, and the most: `REPLY_WAIT_SECONDS` (25).
                 * @example wait=20
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "terms.txt",
                 *       "title": "Terms"
                 *     }
                 */
                "multipart/form-data": {
                    /** @description The file, at most 20 MB. The ending of its name says its type: pdf, docx, xlsx, pptx, odt, ods, odp, epub, rtf, eml, txt, text, md, markdown, html, htm, xhtml, csv, json. */
                    file: string;
                    /**
                     * @description What the file is called in lists and citations; must not be blank. Default: the title that the file gives itself, else its name; with `knowledge_id`, as it was.
                     * @example Terms
                     */
                    title?: string;
                    /** @description What the file is about; indexed together with its content, or in its place. */
                    summary?: string;
                    /** @description Ids of the agents that may answer from the entry. Default: every agent of the organization. The field is repeated, or has commas between ids. */
                    agent_ids?: string[];
                    /**
                     * Format: uuid
                     * @description Id of an entry whose content the file becomes, in place of what it had. Without it: a new entry.
                     */
                    knowledge_id?: string;
                };
            };
        };
        responses: {
            /** @description The file is the content of the entry that `knowledge_id` named: `data` holds it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["FileEntry"];
                    };
                };
            };
            /** @description Created; `data` holds the new `FileEntry`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 201;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["FileEntry"];
                    };
                };
            };
            /** @description The work goes on; `data` holds the `FileEntry` so far, and `Location` is where to read it. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 202;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["FileEntry"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readKnowledgeStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `KnowledgeStatus`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["KnowledgeStatus"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listContradictions: {
        parameters: {
            query?: {
                /** @description Maximum number of records on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Without it: the first page. */
                after?: string;
                /** @description Order of the list: `asc` begins with the oldest records, `desc` with the newest. */
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["Contradiction"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    dismissContradiction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the contradiction; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record is deleted, with everything that belonged to it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listSynonyms: {
        parameters: {
            query?: {
                /** @description Maximum number of records on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Without it: the first page. */
                after?: string;
                /** @description Order of the list: `asc` begins with the oldest records, `desc` with the newest. */
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["SynonymGroup"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    createSynonyms: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "words": [
                 *         "PTO",
                 *         "paid time off",
                 *         "holiday"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Words or phrases that mean the same, all different, in any language. A phrase has at most 8 words. Case, accents and endings do not count.
                     * @example [
                     *       "sofa",
                     *       "couch",
                     *       "settee"
                     *     ]
                     */
                    words: string[];
                };
            };
        };
        responses: {
            /** @description Created; `data` holds the new `SynonymGroup`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 201;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SynonymGroup"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    deleteSynonyms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the synonym; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record is deleted, with everything that belonged to it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    changeSynonyms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the synonym; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "words": [
                 *         "PTO",
                 *         "paid time off",
                 *         "holiday"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Words or phrases that mean the same, all different, in any language. A phrase has at most 8 words. Case, accents and endings do not count.
                     * @example [
                     *       "sofa",
                     *       "couch",
                     *       "settee"
                     *     ]
                     */
                    words: string[];
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `SynonymGroup`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SynonymGroup"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listKnowledge: {
        parameters: {
            query?: {
                /** @description Maximum number of records on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Without it: the first page. */
                after?: string;
                /** @description Order of the list: `asc` begins with the oldest records, `desc` with the newest. */
                order?: "asc" | "desc";
                /** @description Entries of this kind: files, question/answer pairs (`qa`), or web pages and sites (`url`). */
                kind?: "file" | "qa" | "url";
                /** @description Entries in this state. */
                status?: "processing" | "ready" | "failed";
                /** @description Entries that this agent may answer from, those that serve every agent included. */
                agent_id?: string;
                /** @description Entries that need attention: `stale`: pages that were not read for 30 days or can no longer be read, and other entries that nobody changed for 365 days; `unread`: in no reply's passages for 30 days; `uncited`: among passages, but not cited for 30 days; `contradicting`: one side of a contradiction; `words_only`: not embedded yet, so found by its words alone. */
                needs?: "stale" | "unread" | "uncited" | "contradicting" | "words_only";
                /** @description Entries whose title, question, answer, url or file name contains this text, in capitals or not. */
                search?: string;
                /** @description What the list is ordered by: when entries were made, or their title, of which `asc` begins with A. */
                sort?: "created_at" | "title";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["ListedEntry"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    countKnowledgeNeeds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `KnowledgeNeeds`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["KnowledgeNeeds"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    deleteKnowledge: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "01999999-0000-7000-8000-000000000000"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Ids of knowledge entries, of any kind. */
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `DeletedEntries`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["DeletedEntries"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    reindexKnowledge: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "01999999-0000-7000-8000-000000000000"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Ids of knowledge entries, of any kind. */
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `ReindexedEntries`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["ReindexedEntries"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listWidgetConfigurations: {
        parameters: {
            query?: {
                /** @description Maximum number of records on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Without it: the first page. */
                after?: string;
                /** @description Order of the list: `asc` begins with the oldest records, `desc` with the newest. */
                order?: "asc" | "desc";
                /** @description Configurations that name this agent. */
                agent_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["WidgetConfiguration"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    createWidgetConfiguration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop",
                 *       "title": "Ask Greenleaf",
                 *       "greeting": "Hello! What can I do for you?",
                 *       "suggested_questions": [
                 *         "Where is my parcel?"
                 *       ],
                 *       "colors": {
                 *         "primary": "#2e7d32",
                 *         "primary_text": "#ffffff"
                 *       },
                 *       "position": "bottom-right"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What people call the configuration; visitors do not see it. Must not be blank.
                     * @example Shop
                     */
                    name: string;
                    /**
                     * Format: uuid
                     * @description Id of the agent that answers, where the page does not name one by `data-assistant-id`.
                     */
                    agent_id?: string;
                    /** @description Heading of the chat. Default: the widget's own, in the language of the visitor. */
                    title?: string;
                    /** @description First words in the chat, before a question is asked; may be Markdown. Default: the widget's own, in the language of the visitor. */
                    greeting?: string;
                    /** @description Questions that a visitor can ask by a click, below the greeting. Default: none. */
                    suggested_questions?: string[];
                    /** @description Colours of the widget. Those that are left out follow from the others, with a contrast that can be read. */
                    colors?: {
                        /**
                         * @description Colour of the button, the header and the visitor's messages, as `#rrggbb` or `#rgb`.
                         * @example #2e7d32
                         */
                        primary?: string;
                        /**
                         * @description Colour of text and icons on `primary`, as `#rrggbb` or `#rgb`.
                         * @example #2e7d32
                         */
                        primary_text?: string;
                        /**
                         * @description Colour of the background of the chat, as `#rrggbb` or `#rgb`.
                         * @example #2e7d32
                         */
                        background?: string;
                        /**
                         * @description Colour of text on the background, as `#rrggbb` or `#rgb`.
                         * @example #2e7d32
                         */
                        text?: string;
                        /**
                         * @description Colour of the agent's messages, as `#rrggbb` or `#rgb`.
                         * @example #2e7d32
                         */
                        bubble?: string;
                        /**
                         * @description Colour of text in the agent's messages, as `#rrggbb` or `#rgb`.
                         * @example #2e7d32
                         */
                        bubble_text?: string;
                    };
                    /**
                     * @description Corner of the page in which the button is. Default: `bottom-right`.
                     * @enum {string}
                     */
                    position?: "bottom-right" | "bottom-left";
                    /**
                     * @description Whether the chat is light or dark; `auto` is as the visitor's system. Default: `auto`.
                     * @enum {string}
                     */
                    theme?: "auto" | "light" | "dark";
                    /**
                     * @description Language of the widget's own words, as a BCP 47 tag such as `de` or `pt-BR`; `pt_BR` is taken as well. The `data-locale` of its tag goes before it. Default: the language of the page, or of the browser.
                     * @example en
                     */
                    locale?: string;
                    /** @description Words in place of the widget's own, in every language. Those that are left out stay the widget's own. */
                    texts?: {
                        /**
                         * @description Name of the button that opens the chat.
                         * @example Ask us
                         */
                        open?: string;
                        /**
                         * @description Name of the buttons that close the chat.
                         * @example Ask us
                         */
                        close?: string;
                        /**
                         * @description What stands in the empty field for a message.
                         * @example Ask us
                         */
                        placeholder?: string;
                        /**
                         * @description Name of the button that sends a message.
                         * @example Ask us
                         */
                        send?: string;
                        /**
                         * @description Button below a message that failed.
                         * @example Ask us
                         */
                        retry?: string;
                        /**
                         * @description Button that begins a new chat.
                         * @example Ask us
                         */
                        new_session?: string;
                        /**
                         * @description What screen readers say while a reply is awaited.
                         * @example Ask us
                         */
                        typing?: string;
                        /**
                         * @description Small print below the chat.
                         * @example Ask us
                         */
                        disclaimer?: string;
                        /**
                         * @description Shown while the server does not answer, or the visitor is offline.
                         * @example Ask us
                         */
                        offline?: string;
                        /**
                         * @description Shown in place of a reply that failed.
                         * @example Ask us
                         */
                        failed?: string;
                        /**
                         * @description Shown when a limit on messages is reached.
                         * @example Ask us
                         */
                        limit_reached?: string;
                        /**
                         * @description Shown when the agent is not active.
                         * @example Ask us
                         */
                        agent_inactive?: string;
                        /**
                         * @description Shown when the session was closed or has expired.
                         * @example Ask us
                         */
                        session_ended?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Created; `data` holds the new `WidgetConfiguration`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 201;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["WidgetConfiguration"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readWidgetConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the widget configuration; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `WidgetConfiguration`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["WidgetConfiguration"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    deleteWidgetConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the widget configuration; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record is deleted, with everything that belonged to it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    changeWidgetConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the widget configuration; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "theme": "dark"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What people call the configuration; visitors do not see it. Must not be blank.
                     * @example Shop
                     */
                    name?: string;
                    /**
                     * Format: uuid
                     * @description Id of the agent that answers, where the page does not name one by `data-assistant-id`. Null: as if it had never been given.
                     */
                    agent_id?: string | null;
                    /** @description Heading of the chat. Default: the widget's own, in the language of the visitor. Null: as if it had never been given. */
                    title?: string | null;
                    /** @description First words in the chat, before a question is asked; may be Markdown. Default: the widget's own, in the language of the visitor. Null: as if it had never been given. */
                    greeting?: string | null;
                    /** @description Questions that a visitor can ask by a click, below the greeting. Default: none. Null: as if it had never been given. */
                    suggested_questions?: string[] | null;
                    /** @description Colours of the widget. Those that are left out follow from the others, with a contrast that can be read. Null: as if it had never been given. */
                    colors?: {
                        /**
                         * @description Colour of the button, the header and the visitor's messages, as `#rrggbb` or `#rgb`.
                         * @example #2e7d32
                         */
                        primary?: string;
                        /**
                         * @description Colour of text and icons on `primary`, as `#rrggbb` or `#rgb`.
                         * @example #2e7d32
                         */
                        primary_text?: string;
                        /**
                         * @description Colour of the background of the chat, as `#rrggbb` or `#rgb`.
                         * @example #2e7d32
                         */
                        background?: string;
                        /**
                         * @description Colour of text on the background, as `#rrggbb` or `#rgb`.
                         * @example #2e7d32
                         */
                        text?: string;
                        /**
                         * @description Colour of the agent's messages, as `#rrggbb` or `#rgb`.
                         * @example #2e7d32
                         */
                        bubble?: string;
                        /**
                         * @description Colour of text in the agent's messages, as `#rrggbb` or `#rgb`.
                         * @example #2e7d32
                         */
                        bubble_text?: string;
                    } | null;
                    /**
                     * @description Corner of the page in which the button is. Default: `bottom-right`. Null: as if it had never been given.
                     * @enum {string|null}
                     */
                    position?: "bottom-right" | "bottom-left" | null;
                    /**
                     * @description Whether the chat is light or dark; `auto` is as the visitor's system. Default: `auto`. Null: as if it had never been given.
                     * @enum {string|null}
                     */
                    theme?: "auto" | "light" | "dark" | null;
                    /**
                     * @description Language of the widget's own words, as a BCP 47 tag such as `de` or `pt-BR`; `pt_BR` is taken as well. The `data-locale` of its tag goes before it. Default: the language of the page, or of the browser. Null: as if it had never been given.
                     * @example en
                     */
                    locale?: string | null;
                    /** @description Words in place of the widget's own, in every language. Those that are left out stay the widget's own. Null: as if it had never been given. */
                    texts?: {
                        /**
                         * @description Name of the button that opens the chat.
                         * @example Ask us
                         */
                        open?: string;
                        /**
                         * @description Name of the buttons that close the chat.
                         * @example Ask us
                         */
                        close?: string;
                        /**
                         * @description What stands in the empty field for a message.
                         * @example Ask us
                         */
                        placeholder?: string;
                        /**
                         * @description Name of the button that sends a message.
                         * @example Ask us
                         */
                        send?: string;
                        /**
                         * @description Button below a message that failed.
                         * @example Ask us
                         */
                        retry?: string;
                        /**
                         * @description Button that begins a new chat.
                         * @example Ask us
                         */
                        new_session?: string;
                        /**
                         * @description What screen readers say while a reply is awaited.
                         * @example Ask us
                         */
                        typing?: string;
                        /**
                         * @description Small print below the chat.
                         * @example Ask us
                         */
                        disclaimer?: string;
                        /**
                         * @description Shown while the server does not answer, or the visitor is offline.
                         * @example Ask us
                         */
                        offline?: string;
                        /**
                         * @description Shown in place of a reply that failed.
                         * @example Ask us
                         */
                        failed?: string;
                        /**
                         * @description Shown when a limit on messages is reached.
                         * @example Ask us
                         */
                        limit_reached?: string;
                        /**
                         * @description Shown when the agent is not active.
                         * @example Ask us
                         */
                        agent_inactive?: string;
                        /**
                         * @description Shown when the session was closed or has expired.
                         * @example Ask us
                         */
                        session_ended?: string;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `WidgetConfiguration`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["WidgetConfiguration"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listApplications: {
        parameters: {
            query?: {
                /** @description Maximum number of records on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Without it: the first page. */
                after?: string;
                /** @description Order of the list: `asc` begins with the oldest records, `desc` with the newest. */
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["Application"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    createApplication: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop",
                 *       "allowed_origins": [
                 *         "https://shop.example.com"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description What people call the application, such as the site that it is for; must not be blank. */
                    name: string;
                    /** @description Origins whose pages may get widget tokens: scheme, host and port as browsers send them; `https://*.example.com` stands for every host below example.com. Default: none, so that no page may. */
                    allowed_origins?: string[];
                    /** @description Ids of the agents that its widgets reach; sessions and widget configurations of other agents are not found. Null, the default: every agent. */
                    agent_ids?: string[] | null;
                    /** @description Limits on requests of this application alone. Default: none. */
                    limits?: {
                        /** @description API requests an hour with the application's keys; at most the limit of the organization. Null: only that of the organization applies. */
                        hourly_limit?: number | null;
                        /** @description Requests an hour of its widgets; at most `WIDGET_APPLICATION_HOURLY_LIMIT` (1,000) of the service. Null: only that applies. */
                        widget_hourly_limit?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Created; `data` holds the new `CreatedApplication`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 201;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["CreatedApplication"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the application; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `Application`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Application"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    deleteApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the application; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record is deleted, with everything that belonged to it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    changeApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the application; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "allowed_origins": [
                 *         "https://shop.example.com",
                 *         "https://*.example.org"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description What people call the application, such as the site that it is for; must not be blank. */
                    name?: string;
                    /** @description Origins whose pages may get widget tokens: scheme, host and port as browsers send them; `https://*.example.com` stands for every host below example.com. Default: none, so that no page may. */
                    allowed_origins?: string[];
                    /** @description Ids of the agents that its widgets reach; sessions and widget configurations of other agents are not found. Null, the default: every agent. */
                    agent_ids?: string[] | null;
                    /** @description Limits on requests of this application alone. Default: none. */
                    limits?: {
                        /** @description API requests an hour with the application's keys; at most the limit of the organization. Null: only that of the organization applies. */
                        hourly_limit?: number | null;
                        /** @description Requests an hour of its widgets; at most `WIDGET_APPLICATION_HOURLY_LIMIT` (1,000) of the service. Null: only that applies. */
                        widget_hourly_limit?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `Application`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Application"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readApplicationLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the application; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `ApplicationLimitUse`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["ApplicationLimitUse"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    rotateSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the application; it must belong to your organization. */
                application_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "grace_hours": 24
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Hours for which the older secrets stay valid, unless they end earlier; 0: they end at once.
                     * @default 24
                     */
                    grace_hours?: number;
                };
            };
        };
        responses: {
            /** @description Created; `data` holds the new `NewSecret`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 201;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["NewSecret"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the application; it must belong to your organization. */
                application_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Web shop",
                 *       "scopes": [
                 *         "chat"
                 *       ],
                 *       "is_test": false
                 *     }
                 */
                "application/json": {
                    /** @description What people call the key, such as the program that has it. */
                    name: string;
                    /** @description What the key may do: `chat` holds conversations, `knowledge` reads and changes knowledge, `manage` changes agents and widgets, `read` reads everything. Each operation names the scopes that open it. */
                    scopes: ("chat" | "knowledge" | "read" | "manage")[];
                    /** @description Ids of the only agents that the key reaches: others, their conversations, and the knowledge of others alone are not found. Null, the default: every agent. */
                    agent_ids?: string[] | null;
                    /**
                     * @description Whether it is a test key (`sk_test_…`): its sessions and conversations are in no figure and are deleted a day later, and it reaches no others.
                     * @default false
                     */
                    is_test?: boolean;
                };
            };
        };
        responses: {
            /** @description Created; `data` holds the new `NewSecret`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 201;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["NewSecret"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    revokeSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the application; it must belong to your organization. */
                application_id: string;
                /** @description Id of the secret; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record is deleted, with everything that belonged to it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `Organization`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Organization"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    changeOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "retention": {
                 *         "message_days": 365
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Days for which each kind of data is kept, at most as long as the service keeps it. */
                    retention: {
                        /** @description Days for which sessions and conversations are kept after their last message, with all messages, feedback and traces; figures of their cost stay. Null: as long as the service keeps them. */
                        message_days?: number | null;
                        /** @description Days for which traces are kept: how replies came about, where that was asked for. Null: as long as the service keeps them. */
                        trace_days?: number | null;
                        /** @description Days for which each single request is kept, for the analytics. Null: as long as the service keeps them. */
                        request_log_days?: number | null;
                        /** @description Days for which sums by the hour are kept, and what the rate limits did. Null: as long as the service keeps them. */
                        analytics_days?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `Organization`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Organization"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listBudgets: {
        parameters: {
            query?: {
                /** @description Maximum number of records on a page. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Without it: the first page. */
                after?: string;
                /** @description Order of the list: `asc` begins with the oldest records, `desc` with the newest. */
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["Budget"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    createBudget: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request made. 1 to 255 visible ASCII characters.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "scope": "organization",
                 *       "unit": "tokens",
                 *       "amount": 1000000,
                 *       "period": "month"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Whose calls of models it limits: those of the whole organization, of an application, of an agent, or of a customer.
                     * @enum {string}
                     */
                    scope: "organization" | "application" | "agent" | "customer";
                    /**
                     * Format: uuid
                     * @description The application that it is for; without it, each application has the amount for itself. Only with this scope. Messages of signed-in users are of no application.
                     */
                    application_id?: string;
                    /**
                     * Format: uuid
                     * @description The agent that it is for; without it, each agent has the amount for itself. Only with this scope.
                     */
                    agent_id?: string;
                    /** @description The customer that it is for, by the `customer_id` of conversations, or the `user_reference` of their context; without it, each customer has the amount for itself. Only with this scope. */
                    customer_id?: string;
                    /**
                     * @description What it counts: `usd`, US dollars by the prices of the models, all of which must be known; or `tokens`, read and written. The built-in model costs neither.
                     * @enum {string}
                     */
                    unit: "usd" | "tokens";
                    /** @description The most that may be spent in a period: US dollars, or whole tokens. */
                    amount: number;
                    /**
                     * @description When it begins anew: with each calendar `day`, or `month`, of UTC.
                     * @enum {string}
                     */
                    period: "day" | "month";
                    /**
                     * @description What happens when too little is left for a reply. `refuse`: messages get 429 `budget_reached`. `fallback_model`: the named model answers, and what it costs goes beyond the budget. `extractive`: `builtin:extractive` answers, which costs nothing.
                     * @default refuse
                     * @enum {string}
                     */
                    at_limit?: "refuse" | "fallback_model" | "extractive";
                    /** @description The model that answers at the limit, as `provider:model`; only with `at_limit: "fallback_model"`. */
                    fallback_model?: string;
                };
            };
        };
        responses: {
            /** @description Created; `data` holds the new `Budget`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 201;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Budget"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readBudget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the budget; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `Budget`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Budget"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    deleteBudget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the budget; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record is deleted, with everything that belonged to it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    changeBudget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the budget; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 2000000
                 *     }
                 */
                "application/json": {
                    /** @description The most that may be spent in a period: US dollars, or whole tokens. */
                    amount?: number;
                    /**
                     * @description What happens when too little is left for a reply. `refuse`: messages get 429 `budget_reached`. `fallback_model`: the named model answers, and what it costs goes beyond the budget. `extractive`: `builtin:extractive` answers, which costs nothing.
                     * @enum {string}
                     */
                    at_limit?: "refuse" | "fallback_model" | "extractive";
                    /** @description The model that answers at the limit, as `provider:model`; only with `at_limit: "fallback_model"`. Null: another `at_limit`. */
                    fallback_model?: string | null;
                };
            };
        };
        responses: {
            /** @description Success; `data` holds the `Budget`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Budget"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listRequestLogs: {
        parameters: {
            query?: {
                /** @description Start of the window: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. At most 400 days before its end. Default: 24 hours before it. */
                from?: string | unknown | unknown;
                /** @description End of the window, exclusive: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. Default: now. */
                to?: string | unknown | unknown;
                /** @description IANA name of the time zone in which days, weeks and months begin, the changes of its clocks included. In a zone that is not whole hours from UTC, the hour at midnight counts on the day on which it begins. */
                timezone?: string;
                /** @description Number of the page; the first is 1. */
                page?: number;
                /** @description Maximum number of rows on a page. */
                page_size?: number;
                /** @description Requests of this route, with `{name}` for its parameters: `/api/v1/agents/{id}`. */
                endpoint?: string;
                /** @description Requests of this application: its client id, or its id. */
                key_id?: string;
                /** @description Requests with this HTTP method. */
                method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
                /** @description Requests that were answered with this HTTP status. */
                status?: number;
                /** @description Requests that were answered with an HTTP status of this class. */
                status_class?: "1xx" | "2xx" | "3xx" | "4xx" | "5xx";
                /** @description Requests with the key or a widget token of an application (`applications`), or of users of the dashboard (`dashboard`). */
                caller?: "applications" | "dashboard";
                /** @description Requests with this id, as in `X-Request-Id`; clients choose ids, so there may be several. Not together with `bucket` or `format`. */
                request_id?: string;
                /** @description Width of the buckets of time in `buckets`. Without it, the answer has none. */
                bucket?: "hour" | "day" | "week" | "month";
                /** @description Answers with all matching rows as a file, regardless of paging: CSV with a header line, or one JSON object per line. A failure closes the connection early, so a file that ends normally is complete. */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. A file with all rows, where `format` asks for one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["RequestLog"][];
                        pagination: components["schemas"]["NumberedPagination"];
                        /** @description The requests of the whole window by bucket of time, the oldest first. Absent without `bucket`. */
                        buckets?: components["schemas"]["RequestCount"][];
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    measureEndpoints: {
        parameters: {
            query?: {
                /** @description Start of the window: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. At most 400 days before its end. Default: 24 hours before it. */
                from?: string | unknown | unknown;
                /** @description End of the window, exclusive: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. Default: now. */
                to?: string | unknown | unknown;
                /** @description IANA name of the time zone in which days, weeks and months begin, the changes of its clocks included. In a zone that is not whole hours from UTC, the hour at midnight counts on the day on which it begins. */
                timezone?: string;
                /** @description Number of the page; the first is 1. */
                page?: number;
                /** @description Maximum number of rows on a page. */
                page_size?: number;
                /** @description Requests of this route, with `{name}` for its parameters: `/api/v1/agents/{id}`. */
                endpoint?: string;
                /** @description Requests of this application: its client id, or its id. */
                key_id?: string;
                /** @description Requests with this HTTP method. */
                method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
                /** @description Requests that were answered with this HTTP status. */
                status?: number;
                /** @description Requests that were answered with an HTTP status of this class. */
                status_class?: "1xx" | "2xx" | "3xx" | "4xx" | "5xx";
                /** @description Requests with the key or a widget token of an application (`applications`), or of users of the dashboard (`dashboard`). */
                caller?: "applications" | "dashboard";
                /** @description Splits each group into one row per bucket. Without it: one row for the whole window. */
                bucket?: "hour" | "day" | "week" | "month";
                /** @description What the requests are grouped by: method and route (`endpoint`), HTTP status, client id (`key`), or HTTP method. */
                group_by?: "endpoint" | "status" | "key" | "method";
                /** @description The field by which the rows are sorted; those without a value come last. */
                sort?: "requests" | "errors" | "error_rate" | "mean_ms" | "p50_ms" | "p95_ms" | "p99_ms";
                /** @description Order of the rows: `asc` begins with the least, `desc` with the greatest. */
                order?: "asc" | "desc";
                /** @description Answers with all matching rows as a file, regardless of paging: CSV with a header line, or one JSON object per line. A failure closes the connection early, so a file that ends normally is complete. */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. A file with all rows, where `format` asks for one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["EndpointPerformance"][];
                        pagination: components["schemas"]["NumberedPagination"];
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    sumUsage: {
        parameters: {
            query?: {
                /** @description Start of the window: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. At most 400 days before its end. Default: 24 hours before it. */
                from?: string | unknown | unknown;
                /** @description End of the window, exclusive: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. Default: now. */
                to?: string | unknown | unknown;
                /** @description IANA name of the time zone in which days, weeks and months begin, the changes of its clocks included. In a zone that is not whole hours from UTC, the hour at midnight counts on the day on which it begins. */
                timezone?: string;
                /** @description Number of the page; the first is 1. */
                page?: number;
                /** @description Maximum number of rows on a page. */
                page_size?: number;
                /** @description Requests of this route, with `{name}` for its parameters: `/api/v1/agents/{id}`. */
                endpoint?: string;
                /** @description Requests of this application: its client id, or its id. */
                key_id?: string;
                /** @description Requests with this HTTP method. */
                method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
                /** @description Requests that were answered with this HTTP status. */
                status?: number;
                /** @description Requests that were answered with an HTTP status of this class. */
                status_class?: "1xx" | "2xx" | "3xx" | "4xx" | "5xx";
                /** @description Requests with the key or a widget token of an application (`applications`), or of users of the dashboard (`dashboard`). */
                caller?: "applications" | "dashboard";
                /** @description Width of the buckets of time; `window` is all of it as one. */
                bucket?: "hour" | "day" | "week" | "month" | "window";
                /** @description Splits each bucket into one row per agent or model. Without it: one row per bucket. */
                group_by?: "agent" | "model";
                /** @description The field by which the rows are sorted; those without a value come last. */
                sort?: "timestamp" | "messages" | "replies" | "failed_replies" | "input_tokens" | "output_tokens" | "total_tokens" | "cost_usd";
                /** @description Order of the rows: `asc` begins with the least, `desc` with the greatest. */
                order?: "asc" | "desc";
                /** @description Answers with all matching rows as a file, regardless of paging: CSV with a header line, or one JSON object per line. A failure closes the connection early, so a file that ends normally is complete. */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. A file with all rows, where `format` asks for one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["UsageFigures"][];
                        pagination: components["schemas"]["NumberedPagination"];
                        totals: components["schemas"]["UsageTotals"];
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listKeyFigures: {
        parameters: {
            query?: {
                /** @description Start of the window: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. At most 400 days before its end. Default: 24 hours before it. */
                from?: string | unknown | unknown;
                /** @description End of the window, exclusive: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. Default: now. */
                to?: string | unknown | unknown;
                /** @description IANA name of the time zone in which days, weeks and months begin, the changes of its clocks included. In a zone that is not whole hours from UTC, the hour at midnight counts on the day on which it begins. */
                timezone?: string;
                /** @description Number of the page; the first is 1. */
                page?: number;
                /** @description Maximum number of rows on a page. */
                page_size?: number;
                /** @description Requests of this route, with `{name}` for its parameters: `/api/v1/agents/{id}`. */
                endpoint?: string;
                /** @description Requests of this application: its client id, or its id. */
                key_id?: string;
                /** @description Requests with this HTTP method. */
                method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
                /** @description Requests that were answered with this HTTP status. */
                status?: number;
                /** @description Requests that were answered with an HTTP status of this class. */
                status_class?: "1xx" | "2xx" | "3xx" | "4xx" | "5xx";
                /** @description Requests with the key or a widget token of an application (`applications`), or of users of the dashboard (`dashboard`). */
                caller?: "applications" | "dashboard";
                /** @description Width of the buckets of time of `trend`. */
                bucket?: "hour" | "day" | "week" | "month";
                /** @description The field by which the rows are sorted; those without a value come last. */
                sort?: "total_requests" | "errors" | "name" | "last_used_at";
                /** @description Order of the rows: `asc` begins with the least, `desc` with the greatest. */
                order?: "asc" | "desc";
                /** @description Answers with all matching rows as a file, regardless of paging: CSV with a header line, or one JSON object per line. A failure closes the connection early, so a file that ends normally is complete. */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. A file with all rows, where `format` asks for one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["KeyFigures"][];
                        pagination: components["schemas"]["NumberedPagination"];
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listLimitEvents: {
        parameters: {
            query?: {
                /** @description Start of the window: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. At most 400 days before its end. Default: 24 hours before it. */
                from?: string | unknown | unknown;
                /** @description End of the window, exclusive: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. Default: now. */
                to?: string | unknown | unknown;
                /** @description IANA name of the time zone in which days, weeks and months begin, the changes of its clocks included. In a zone that is not whole hours from UTC, the hour at midnight counts on the day on which it begins. */
                timezone?: string;
                /** @description Number of the page; the first is 1. */
                page?: number;
                /** @description Maximum number of rows on a page. */
                page_size?: number;
                /** @description Requests of this route, with `{name}` for its parameters: `/api/v1/agents/{id}`. */
                endpoint?: string;
                /** @description Requests of this application: its client id, or its id. */
                key_id?: string;
                /** @description Width of the buckets of time in which requests that were let through are summed up. */
                bucket?: "hour" | "day" | "week" | "month";
                /** @description Only what was let through (`allowed`), or only refusals (`blocked`). */
                outcome?: "allowed" | "blocked";
                /** @description Answers with all matching rows as a file, regardless of paging: CSV with a header line, or one JSON object per line. A failure closes the connection early, so a file that ends normally is complete. */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. A file with all rows, where `format` asks for one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["LimitFigures"][];
                        pagination: components["schemas"]["NumberedPagination"];
                        /** @description What the limits did in the whole window by bucket of time, the oldest first. */
                        buckets: components["schemas"]["LimitCount"][];
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listRequestLogsV1: {
        parameters: {
            query?: {
                /** @description Start of the window: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. At most 400 days before its end. Default: 24 hours before it. */
                from?: string | unknown | unknown;
                /** @description End of the window, exclusive: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. Default: now. */
                to?: string | unknown | unknown;
                /** @description IANA name of the time zone in which days, weeks and months begin, the changes of its clocks included. In a zone that is not whole hours from UTC, the hour at midnight counts on the day on which it begins. */
                timezone?: string;
                /** @description Number of the page; the first is 1. */
                page?: number;
                /** @description Maximum number of rows on a page. */
                page_size?: number;
                /** @description Requests of this route, with `{name}` for its parameters: `/api/v1/agents/{id}`. */
                endpoint?: string;
                /** @description Requests of this application: its client id, or its id. */
                key_id?: string;
                /** @description Requests with this HTTP method. */
                method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
                /** @description Requests that were answered with this HTTP status. */
                status?: number;
                /** @description Requests that were answered with an HTTP status of this class. */
                status_class?: "1xx" | "2xx" | "3xx" | "4xx" | "5xx";
                /** @description Requests with the key or a widget token of an application (`applications`), or of users of the dashboard (`dashboard`). */
                caller?: "applications" | "dashboard";
                /** @description Requests with this id, as in `X-Request-Id`; clients choose ids, so there may be several. Not together with `bucket` or `format`. */
                request_id?: string;
                /** @description Width of the buckets of time in `buckets`. Without it, the answer has none. */
                bucket?: "hour" | "day" | "week" | "month";
                /** @description Answers with all matching rows as a file, regardless of paging: CSV with a header line, or one JSON object per line. A failure closes the connection early, so a file that ends normally is complete. */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. A file with all rows, where `format` asks for one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["RequestLog"][];
                        pagination: components["schemas"]["NumberedPagination"];
                        /** @description The requests of the whole window by bucket of time, the oldest first. Absent without `bucket`. */
                        buckets?: components["schemas"]["RequestCount"][];
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    measureEndpointsV1: {
        parameters: {
            query?: {
                /** @description Start of the window: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. At most 400 days before its end. Default: 24 hours before it. */
                from?: string | unknown | unknown;
                /** @description End of the window, exclusive: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. Default: now. */
                to?: string | unknown | unknown;
                /** @description IANA name of the time zone in which days, weeks and months begin, the changes of its clocks included. In a zone that is not whole hours from UTC, the hour at midnight counts on the day on which it begins. */
                timezone?: string;
                /** @description Number of the page; the first is 1. */
                page?: number;
                /** @description Maximum number of rows on a page. */
                page_size?: number;
                /** @description Requests of this route, with `{name}` for its parameters: `/api/v1/agents/{id}`. */
                endpoint?: string;
                /** @description Requests of this application: its client id, or its id. */
                key_id?: string;
                /** @description Requests with this HTTP method. */
                method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
                /** @description Requests that were answered with this HTTP status. */
                status?: number;
                /** @description Requests that were answered with an HTTP status of this class. */
                status_class?: "1xx" | "2xx" | "3xx" | "4xx" | "5xx";
                /** @description Requests with the key or a widget token of an application (`applications`), or of users of the dashboard (`dashboard`). */
                caller?: "applications" | "dashboard";
                /** @description Splits each group into one row per bucket. Without it: one row for the whole window. */
                bucket?: "hour" | "day" | "week" | "month";
                /** @description What the requests are grouped by: method and route (`endpoint`), HTTP status, client id (`key`), or HTTP method. */
                group_by?: "endpoint" | "status" | "key" | "method";
                /** @description The field by which the rows are sorted; those without a value come last. */
                sort?: "requests" | "errors" | "error_rate" | "mean_ms" | "p50_ms" | "p95_ms" | "p99_ms";
                /** @description Order of the rows: `asc` begins with the least, `desc` with the greatest. */
                order?: "asc" | "desc";
                /** @description Answers with all matching rows as a file, regardless of paging: CSV with a header line, or one JSON object per line. A failure closes the connection early, so a file that ends normally is complete. */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. A file with all rows, where `format` asks for one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["EndpointPerformance"][];
                        pagination: components["schemas"]["NumberedPagination"];
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    sumUsageV1: {
        parameters: {
            query?: {
                /** @description Start of the window: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. At most 400 days before its end. Default: 24 hours before it. */
                from?: string | unknown | unknown;
                /** @description End of the window, exclusive: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. Default: now. */
                to?: string | unknown | unknown;
                /** @description IANA name of the time zone in which days, weeks and months begin, the changes of its clocks included. In a zone that is not whole hours from UTC, the hour at midnight counts on the day on which it begins. */
                timezone?: string;
                /** @description Number of the page; the first is 1. */
                page?: number;
                /** @description Maximum number of rows on a page. */
                page_size?: number;
                /** @description Requests of this route, with `{name}` for its parameters: `/api/v1/agents/{id}`. */
                endpoint?: string;
                /** @description Requests of this application: its client id, or its id. */
                key_id?: string;
                /** @description Requests with this HTTP method. */
                method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
                /** @description Requests that were answered with this HTTP status. */
                status?: number;
                /** @description Requests that were answered with an HTTP status of this class. */
                status_class?: "1xx" | "2xx" | "3xx" | "4xx" | "5xx";
                /** @description Requests with the key or a widget token of an application (`applications`), or of users of the dashboard (`dashboard`). */
                caller?: "applications" | "dashboard";
                /** @description Width of the buckets of time; `window` is all of it as one. */
                bucket?: "hour" | "day" | "week" | "month" | "window";
                /** @description Splits each bucket into one row per agent or model. Without it: one row per bucket. */
                group_by?: "agent" | "model";
                /** @description The field by which the rows are sorted; those without a value come last. */
                sort?: "timestamp" | "messages" | "replies" | "failed_replies" | "input_tokens" | "output_tokens" | "total_tokens" | "cost_usd";
                /** @description Order of the rows: `asc` begins with the least, `desc` with the greatest. */
                order?: "asc" | "desc";
                /** @description Answers with all matching rows as a file, regardless of paging: CSV with a header line, or one JSON object per line. A failure closes the connection early, so a file that ends normally is complete. */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. A file with all rows, where `format` asks for one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["UsageFigures"][];
                        pagination: components["schemas"]["NumberedPagination"];
                        totals: components["schemas"]["UsageTotals"];
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listKeyFiguresV1: {
        parameters: {
            query?: {
                /** @description Start of the window: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. At most 400 days before its end. Default: 24 hours before it. */
                from?: string | unknown | unknown;
                /** @description End of the window, exclusive: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. Default: now. */
                to?: string | unknown | unknown;
                /** @description IANA name of the time zone in which days, weeks and months begin, the changes of its clocks included. In a zone that is not whole hours from UTC, the hour at midnight counts on the day on which it begins. */
                timezone?: string;
                /** @description Number of the page; the first is 1. */
                page?: number;
                /** @description Maximum number of rows on a page. */
                page_size?: number;
                /** @description Requests of this route, with `{name}` for its parameters: `/api/v1/agents/{id}`. */
                endpoint?: string;
                /** @description Requests of this application: its client id, or its id. */
                key_id?: string;
                /** @description Requests with this HTTP method. */
                method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
                /** @description Requests that were answered with this HTTP status. */
                status?: number;
                /** @description Requests that were answered with an HTTP status of this class. */
                status_class?: "1xx" | "2xx" | "3xx" | "4xx" | "5xx";
                /** @description Requests with the key or a widget token of an application (`applications`), or of users of the dashboard (`dashboard`). */
                caller?: "applications" | "dashboard";
                /** @description Width of the buckets of time of `trend`. */
                bucket?: "hour" | "day" | "week" | "month";
                /** @description The field by which the rows are sorted; those without a value come last. */
                sort?: "total_requests" | "errors" | "name" | "last_used_at";
                /** @description Order of the rows: `asc` begins with the least, `desc` with the greatest. */
                order?: "asc" | "desc";
                /** @description Answers with all matching rows as a file, regardless of paging: CSV with a header line, or one JSON object per line. A failure closes the connection early, so a file that ends normally is complete. */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. A file with all rows, where `format` asks for one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["KeyFigures"][];
                        pagination: components["schemas"]["NumberedPagination"];
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listLimitEventsV1: {
        parameters: {
            query?: {
                /** @description Start of the window: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. At most 400 days before its end. Default: 24 hours before it. */
                from?: string | unknown | unknown;
                /** @description End of the window, exclusive: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. Default: now. */
                to?: string | unknown | unknown;
                /** @description IANA name of the time zone in which days, weeks and months begin, the changes of its clocks included. In a zone that is not whole hours from UTC, the hour at midnight counts on the day on which it begins. */
                timezone?: string;
                /** @description Number of the page; the first is 1. */
                page?: number;
                /** @description Maximum number of rows on a page. */
                page_size?: number;
                /** @description Requests of this route, with `{name}` for its parameters: `/api/v1/agents/{id}`. */
                endpoint?: string;
                /** @description Requests of this application: its client id, or its id. */
                key_id?: string;
                /** @description Width of the buckets of time in which requests that were let through are summed up. */
                bucket?: "hour" | "day" | "week" | "month";
                /** @description Only what was let through (`allowed`), or only refusals (`blocked`). */
                outcome?: "allowed" | "blocked";
                /** @description Answers with all matching rows as a file, regardless of paging: CSV with a header line, or one JSON object per line. A failure closes the connection early, so a file that ends normally is complete. */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. A file with all rows, where `format` asks for one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["LimitFigures"][];
                        pagination: components["schemas"]["NumberedPagination"];
                        /** @description What the limits did in the whole window by bucket of time, the oldest first. */
                        buckets: components["schemas"]["LimitCount"][];
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readOverview: {
        parameters: {
            query?: {
                /** @description Start of the window: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. At most 400 days before its end. Default: 24 hours before it. */
                from?: string | unknown | unknown;
                /** @description End of the window, exclusive: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. Default: now. */
                to?: string | unknown | unknown;
                /** @description IANA name of the time zone in which days, weeks and months begin, the changes of its clocks included. In a zone that is not whole hours from UTC, the hour at midnight counts on the day on which it begins. */
                timezone?: string;
                /** @description Figures of this agent alone; those that belong to no agent, such as requests, are null. */
                agent_id?: string;
                /** @description Width of the buckets of `series`; `hour` is for windows of at most 92 days. Default: `hour` in a window of at most 7 days, otherwise `day`. */
                bucket?: "hour" | "day" | "week" | "month";
                /** @description Answers with all matching rows as a file, regardless of paging: CSV with a header line, or one JSON object per line. A failure closes the connection early, so a file that ends normally is complete. */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `Overview`. A file with all rows, where `format` asks for one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Overview"];
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readNow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `ServiceNow`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["ServiceNow"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readOverviewV1: {
        parameters: {
            query?: {
                /** @description Start of the window: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. At most 400 days before its end. Default: 24 hours before it. */
                from?: string | unknown | unknown;
                /** @description End of the window, exclusive: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. Default: now. */
                to?: string | unknown | unknown;
                /** @description IANA name of the time zone in which days, weeks and months begin, the changes of its clocks included. In a zone that is not whole hours from UTC, the hour at midnight counts on the day on which it begins. */
                timezone?: string;
                /** @description Figures of this agent alone; those that belong to no agent, such as requests, are null. */
                agent_id?: string;
                /** @description Width of the buckets of `series`; `hour` is for windows of at most 92 days. Default: `hour` in a window of at most 7 days, otherwise `day`. */
                bucket?: "hour" | "day" | "week" | "month";
                /** @description Answers with all matching rows as a file, regardless of paging: CSV with a header line, or one JSON object per line. A failure closes the connection early, so a file that ends normally is complete. */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `Overview`. A file with all rows, where `format` asks for one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Overview"];
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readNowV1: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `ServiceNow`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["ServiceNow"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readAnswers: {
        parameters: {
            query?: {
                /** @description Start of the window: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. At most 400 days before its end. Default: 24 hours before it. */
                from?: string | unknown | unknown;
                /** @description End of the window, exclusive: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. Default: now. */
                to?: string | unknown | unknown;
                /** @description Only what concerns this agent. */
                agent_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `Answers`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Answers"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readQuestions: {
        parameters: {
            query?: {
                /** @description Start of the window: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. At most 400 days before its end. Default: 24 hours before it. */
                from?: string | unknown | unknown;
                /** @description End of the window, exclusive: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. Default: now. */
                to?: string | unknown | unknown;
                /** @description Only what concerns this agent. */
                agent_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `Questions`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Questions"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listAttention: {
        parameters: {
            query?: {
                /** @description Start of the window: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. At most 400 days before its end. Default: 24 hours before it. */
                from?: string | unknown | unknown;
                /** @description End of the window, exclusive: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC. Default: now. */
                to?: string | unknown | unknown;
                /** @description Only questions to this agent. */
                agent_id?: string;
                /** @description Only questions that need a look for this reason. */
                reason?: "failed" | "rated_low" | "ungrounded";
                /** @description Maximum number of records on a page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list: `data` holds it, and `pagination` tells how to read on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        /** @description The page, in the order of the list. */
                        data: components["schemas"]["AttentionItem"][];
                        /** @description Questions in all, whatever the `limit` and `reason`. */
                        total: number;
                        totals: components["schemas"]["AttentionTotals"];
                        /** @description Whether there are more than 1,000 replies for a reason, so that older ones are missing. */
                        is_capped: boolean;
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    dismissAttention: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the attention; it must belong to your organization. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record is deleted, with everything that belonged to it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readFirstSteps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; `data` holds the `FirstSteps`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Tells a success from an `error`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description The HTTP status of the answer.
                         * @enum {integer}
                         */
                        status_code: 200;
                        /**
                         * @description What was done, for people; its wording may change.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["FirstSteps"];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    readOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1, built from the checks of the routes themselves. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            403: components["responses"]["403"];
            default: components["responses"]["default"];
        };
    };
}
