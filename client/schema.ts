// Made of the API by `npm run client`; not to be edited.

export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process runs */
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
         * Whether it takes requests: whether it can write to its database
         * @description Without its queue it does all the same, each about a second later: `queue` then is false.
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
         * @description The request's Origin must be one that the application allows. `token` may be the page's last one, ended at most 24 hours ago: then the new one speaks for the same visitor, for 30 days in all.
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
        /** Who is signed in */
        get: operations["readSignedInUser"];
        put?: never;
        /**
         * Sign in to the dashboard
         * @description Sets the cookie of the session, which ends after 12 hours without a request and after 7 days in all. Tries are counted by address (`SIGN_IN_MINUTE_LIMIT`), and wrong ones by account and network, or browser (`ACCOUNT_SIGN_IN_LIMIT`). A session that the request carries ends.
         */
        post: operations["signIn"];
        /** Sign out */
        delete: operations["signOut"];
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
        /** Change your name */
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
         * @description Ends all your other sessions. Wrong current passwords are counted like tries to sign in.
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
         * Where you are signed in
         * @description The current one first. A session ends after 12 hours without a request, and after 7 days in all.
         */
        get: operations["listOwnSessions"];
        put?: never;
        post?: never;
        /** Sign out everywhere, here as well */
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
         * @description One that is none of yours, or has ended, is none to end: 0.
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
        /** List the users of the dashboard */
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
         * @description The last owner of an organization stays one: 409 `last_owner`. A role holds from the next request on.
         *
         *     Of the users of the dashboard, for owners only.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Change a user's role
         * @description The last owner of an organization stays one: 409 `last_owner`. A role holds from the next request on.
         *
         *     Of the users of the dashboard, for owners only.
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
         * @description Of the users of the dashboard, for owners only.
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
         * @description Of the users of the dashboard, for owners only.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite somebody
         * @description There is no mail: you hand over the link, `/dashboard/invitation#` and the `token`, which is shown once, works once, and ends after 7 days. Inviting an address again gives another link and ends the first. For a user of your organization: 409 `email_taken`; that an address belongs to people of another organization shows nowhere.
         *
         *     Of the users of the dashboard, for owners only.
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
         * @description Of the users of the dashboard, for owners only.
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
        /** What an invitation is for */
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
         * @description Makes the user and signs them in. An invitation that was used, revoked or is past its time is 404.
         */
        post: operations["acceptInvitation"];
        delete?: never;
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
         * Who changed what
         * @description The newest first. Every change of what an organization has and of its people, by whomever, is kept for `AUDIT_DAYS` (400); nobody can change or delete an event. Messages, and sessions and conversations that go their way, leave none; their deletion and export do.
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
        /** List the agents */
        get: operations["listAgents"];
        put?: never;
        /** Create an agent */
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
         * @description Its `ETag` is for the `If-Match` of a change.
         */
        get: operations["readAgent"];
        put?: never;
        post?: never;
        /** Delete an agent, with its sessions and conversations */
        delete: operations["deleteAgent"];
        options?: never;
        head?: never;
        /** Change an agent */
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
         * How much each agent has to do
         * @description In the order of the list of agents, and with the same pages.
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
         * Which models an agent may name
         * @description What the service is set up with, first the default. An agent may name any other model of the same provider: the service does not ask the provider what it has.
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
         * @description What a reply to this question would be made from, best first: a question/answer pair that asks the same, then what shares most with the question, by its words, and where the service has a model for it, by its meaning. Nothing is stored, and no reply is written.
         */
        post: operations["retrievePassages"];
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
        /** List the sessions */
        get: operations["listSessions"];
        put?: never;
        /** Open a session for an anonymous visitor */
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
        /** Read a session */
        get: operations["readSession"];
        put?: never;
        post?: never;
        /** Delete a session, with its messages */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        /** Change or close a session */
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
        /** List the conversations */
        get: operations["listConversations"];
        put?: never;
        /** Open a conversation with a known customer */
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
        /** Read a conversation */
        get: operations["readConversation"];
        put?: never;
        post?: never;
        /** Delete a conversation, with its messages */
        delete: operations["deleteConversation"];
        options?: never;
        head?: never;
        /** Change or close a conversation */
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
        /** List the messages of a session */
        get: operations["listSessionMessages"];
        put?: never;
        /**
         * Post a message in a session and get the reply
         * @description Answers 201 with the finished reply, or after `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`, none by `Prefer: respond-async`) 202 with a `Location` to read it at.
         *
         *     The reply while it is written, when the Accept header asks for it: `message.started` (the reply, still without content), `delta` (`{offset, text}`, in UTF-16 code units; its `id` is the offset after it), `message.restarted` (what came so far is void, a new attempt begins at 0), `citation`, and at the end `message.completed` (the reply) or `error` (`{code, detail}`); `ping` every 10 s. A stream that ends otherwise is joined again by a GET with `Last-Event-ID`.
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
         * @description `wait` holds the request for up to that many seconds while the reply is unfinished. Does not count against the hourly limit; 30 times as many are allowed.
         *
         *     The reply while it is written, when the Accept header asks for it: `message.started` (the reply, still without content), `delta` (`{offset, text}`, in UTF-16 code units; its `id` is the offset after it), `message.restarted` (what came so far is void, a new attempt begins at 0), `citation`, and at the end `message.completed` (the reply) or `error` (`{code, detail}`); `ping` every 10 s. A stream that ends otherwise is joined again by a GET with `Last-Event-ID`.
         */
        get: operations["readSessionMessage"];
        put?: never;
        post?: never;
        /** Cancel a reply in progress in a session */
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
        /** List the messages of a conversation */
        get: operations["listConversationMessages"];
        put?: never;
        /**
         * Post a message in a conversation and get the reply
         * @description Answers 201 with the finished reply, or after `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`, none by `Prefer: respond-async`) 202 with a `Location` to read it at.
         *
         *     The reply while it is written, when the Accept header asks for it: `message.started` (the reply, still without content), `delta` (`{offset, text}`, in UTF-16 code units; its `id` is the offset after it), `message.restarted` (what came so far is void, a new attempt begins at 0), `citation`, and at the end `message.completed` (the reply) or `error` (`{code, detail}`); `ping` every 10 s. A stream that ends otherwise is joined again by a GET with `Last-Event-ID`.
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
         * @description `wait` holds the request for up to that many seconds while the reply is unfinished. Does not count against the hourly limit; 30 times as many are allowed.
         *
         *     The reply while it is written, when the Accept header asks for it: `message.started` (the reply, still without content), `delta` (`{offset, text}`, in UTF-16 code units; its `id` is the offset after it), `message.restarted` (what came so far is void, a new attempt begins at 0), `citation`, and at the end `message.completed` (the reply) or `error` (`{code, detail}`); `ping` every 10 s. A stream that ends otherwise is joined again by a GET with `Last-Event-ID`.
         */
        get: operations["readConversationMessage"];
        put?: never;
        post?: never;
        /** Cancel a reply in progress in a conversation */
        delete: operations["cancelConversationReply"];
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
         * @description Of a reply whose message was posted with `trace`: what its latest attempt really used. Kept for `TRACE_DAYS` (7), and gone with its conversation. 404 where there is none.
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
         * @description Of a reply whose message was posted with `trace`: what its latest attempt really used. Kept for `TRACE_DAYS` (7), and gone with its conversation. 404 where there is none.
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
        /** List the feedback on a session */
        get: operations["listSessionFeedback"];
        put?: never;
        /**
         * Rate a session, or one reply
         * @description The same reviewer on the same target replaces what they gave before, and the answer is 200. Of a visitor of the widget the reviewer is `visitor`, whatever is given.
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
        /** List the feedback on a conversation */
        get: operations["listConversationFeedback"];
        put?: never;
        /**
         * Rate a conversation, or one reply
         * @description The same reviewer on the same target replaces what they gave before, and the answer is 200. Of a visitor of the widget the reviewer is `visitor`, whatever is given.
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
         * Export the transcripts of all threads
         * @description Each thread as it is read elsewhere, then its messages, then its feedback, the oldest first; `type` says which: `session`, `conversation`, `message` or `feedback`. A failure on the way breaks the connection, so that a file which ends well is complete.
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
         * Export the transcript of a thread
         * @description Each thread as it is read elsewhere, then its messages, then its feedback, the oldest first; `type` says which: `session`, `conversation`, `message` or `feedback`. A failure on the way breaks the connection, so that a file which ends well is complete.
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
         * @description Sessions and conversations with what one would look for in them: who, what was said last, failures, ratings. A thread that becomes active while pages are read moves to the front, and may be left out.
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
        /** Read how a session or conversation stands */
        get: operations["readThread"];
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
        /** List the contexts */
        get: operations["listContexts"];
        put?: never;
        /**
         * Store what you know of a user
         * @description There is one context per `user_reference`: a second one replaces its traits, and answers 200.
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
        /** Read a context */
        get: operations["readContext"];
        put?: never;
        post?: never;
        /**
         * Delete a context, or erase all that belongs to its user
         * @description Conversations that referred to the context go on without it. With `erase=everything` they go too, and so do those whose `customer_id` is its `user_reference`, with their messages and feedback: all or nothing. Sessions stay, because a visitor label proves nobody; so do the figures of usage and jobs, which hold no text.
         */
        delete: operations["deleteContext"];
        options?: never;
        head?: never;
        /**
         * Merge into the traits of a context
         * @description Objects are merged key by key and null takes a key away, as RFC 7396 says.
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
         * @description The context first, then each conversation that `erase=everything` would delete, oldest first, followed by its messages and its feedback. A failure on the way breaks the connection, so that a file which ends well is complete.
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
        /** List the question/answer pairs */
        get: operations["listQa"];
        put?: never;
        /**
         * Add a question/answer pair
         * @description Answers when the entry is indexed, or could not be: then its `status` is `failed` and `error` says why. After `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`, none by `Prefer: respond-async`) answers 202, and indexing goes on.
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
        /** Read a question/answer pair */
        get: operations["readQa"];
        put?: never;
        post?: never;
        /** Delete a question/answer pair, with all that was indexed of it */
        delete: operations["deleteQa"];
        options?: never;
        head?: never;
        /**
         * Change a question/answer pair
         * @description Answers when the entry is indexed, or could not be: then its `status` is `failed` and `error` says why. After `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`, none by `Prefer: respond-async`) answers 202, and indexing goes on.
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
         * @description For an entry that failed, or whose source has changed. Until it is indexed anew, what was known of it answers. Answers when the entry is indexed, or could not be: then its `status` is `failed` and `error` says why. After `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`, none by `Prefer: respond-async`) answers 202, and indexing goes on.
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
         * What was read of a question/answer pair
         * @description Piece by piece, as replies are made from them and cite them.
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
        /** List the web pages */
        get: operations["listUrls"];
        put?: never;
        /**
         * Add a web page or site
         * @description The page is fetched and its text indexed; with `crawl`, the pages of its site. Answers when the entry is indexed, or could not be: then its `status` is `failed` and `error` says why. After `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`, none by `Prefer: respond-async`) answers 202, and indexing goes on.
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
        /** Read the entry of a web page */
        get: operations["readUrl"];
        put?: never;
        post?: never;
        /** Delete a web page, with all that was indexed of it */
        delete: operations["deleteUrl"];
        options?: never;
        head?: never;
        /**
         * Change the entry of a web page
         * @description A `url`, also the same one, a `title`, `crawl` and `max_pages` have the page or site fetched anew. Answers when the entry is indexed, or could not be: then its `status` is `failed` and `error` says why. After `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`, none by `Prefer: respond-async`) answers 202, and indexing goes on.
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
         * @description For an entry that failed, or whose source has changed. Until it is indexed anew, what was known of it answers. Answers when the entry is indexed, or could not be: then its `status` is `failed` and `error` says why. After `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`, none by `Prefer: respond-async`) answers 202, and indexing goes on.
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
         * What was read of a web page or site
         * @description Piece by piece, as replies are made from them and cite them.
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
        /** List the files */
        get: operations["listFiles"];
        put?: never;
        /**
         * Add the entry of a file
         * @description Takes metadata only; content is uploaded by multipart to `/knowledge-base/`. Without content, the title and the summary are what is indexed. Answers when the entry is indexed, or could not be: then its `status` is `failed` and `error` says why. After `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`, none by `Prefer: respond-async`) answers 202, and indexing goes on.
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
        /** Read the entry of a file */
        get: operations["readFile"];
        put?: never;
        post?: never;
        /** Delete a file, with its content and all that was indexed of it */
        delete: operations["deleteFile"];
        options?: never;
        head?: never;
        /**
         * Change the entry of a file
         * @description Answers when the entry is indexed, or could not be: then its `status` is `failed` and `error` says why. After `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`, none by `Prefer: respond-async`) answers 202, and indexing goes on.
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
         * @description For an entry that failed, or whose source has changed. Until it is indexed anew, what was known of it answers. Answers when the entry is indexed, or could not be: then its `status` is `failed` and `error` says why. After `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`, none by `Prefer: respond-async`) answers 202, and indexing goes on.
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
         * What was read of a file
         * @description Piece by piece, as replies are made from them and cite them.
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
         * @description Always as an attachment of no type, so that no browser shows it as a page of this service.
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
         * @description Takes the file of a signed-in dashboard user. With `knowledge_id` it becomes the content of that entry, in place of what it had. Answers when the entry is indexed, or could not be: then its `status` is `failed` and `error` says why. After `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`, none by `Prefer: respond-async`) answers 202, and indexing goes on.
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
         * How far the indexing and embedding of all knowledge is
         * @description When the service has got another embedding model, all knowledge is embedded anew: `done` rises until it is `total` less `refused`. What is not done yet is found by its words.
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
    "/api/v1/knowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the knowledge of all kinds
         * @description Without the answers of pairs; each kind's own route has all fields. A page by title goes on after the title that the entry `after` has by then.
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
         * @description Those that are not there, or not any more, are left out: sent again, it does no harm.
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
         * @description Those that are not there are left out of the answer. It does not wait for them; until they are indexed anew, what was known of them answers.
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
        /** List the widget configurations */
        get: operations["listWidgetConfigurations"];
        put?: never;
        /** Create a widget configuration */
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
         * @description Does not count against the other limits.
         */
        get: operations["readWidgetConfiguration"];
        put?: never;
        post?: never;
        /** Delete a widget configuration */
        delete: operations["deleteWidgetConfiguration"];
        options?: never;
        head?: never;
        /**
         * Change a widget configuration
         * @description Replaces `colors` and `texts` as a whole.
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
        /** List the applications */
        get: operations["listApplications"];
        put?: never;
        /**
         * Create an application, with its first secret
         * @description The secret is in this answer alone: a repetition with the same `Idempotency-Key` has null there.
         *
         *     Of the users of the dashboard, for owners only.
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
        /** Read an application */
        get: operations["readApplication"];
        put?: never;
        post?: never;
        /**
         * Delete an application
         * @description Ends its secrets and widget tokens within 5 seconds. Sessions and conversations stay.
         *
         *     Of the users of the dashboard, for owners only.
         */
        delete: operations["deleteApplication"];
        options?: never;
        head?: never;
        /**
         * Change an application
         * @description Replaces `allowed_origins` and `agent_ids` as a whole, and of `limits` those that it names. Holds everywhere within 5 seconds.
         *
         *     Of the users of the dashboard, for owners only.
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
        /** How much of an application's limits is used */
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
         * @description Issues a new secret; the older ones live on for the grace time. The secret is in this answer alone: a repetition with the same `Idempotency-Key` rotates nothing, and has null there.
         *
         *     Of the users of the dashboard, for owners only.
         */
        post: operations["rotateSecret"];
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
         * @description Requests with it are refused everywhere within 5 seconds.
         *
         *     Of the users of the dashboard, for owners only.
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
        /** Read your organization, and how much of its limit is used */
        get: operations["readOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change how long what is kept of your organization
         * @description Of `retention`, changes what it names. What is then past its time is deleted within the hour, and is gone for good.
         *
         *     Of the users of the dashboard, for owners only.
         */
        patch: operations["changeOrganization"];
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
         * @description With `bucket`, `buckets` has the counts of the whole window. Reaches back as far as requests are kept.
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
         * Counts, error rates and durations by endpoint, the most used first
         * @description Errors are answers of 400 and more; percentiles are within 2.5 %. Buckets of time begin at the full hour, or at midnight UTC; those with nothing in them are left out.
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
         * Requests, messages, tokens and cost by time, the oldest first
         * @description With a filter, `requests` are counted alone and all else is null: messages and costs belong to no endpoint and no key. Cost that is not known counts as none. Buckets of time begin at the full hour, or at midnight UTC; those with nothing in them are left out.
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
         * Each application's requests, the busiest first
         * @description `last_used_at` is of all times. Buckets of time begin at the full hour, or at midnight UTC; those with nothing in them are left out.
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
         * What the rate limits refused and let through, the newest first
         * @description Refusals stand one by one, what was let through is summed by time. `buckets` has the counts of the whole window. A file has the refusals first. Buckets of time begin at the full hour, or at midnight UTC; those with nothing in them are left out.
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
         * @description With `bucket`, `buckets` has the counts of the whole window. Reaches back as far as requests are kept.
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
         * Counts, error rates and durations by endpoint, the most used first (under /api/v1)
         * @description Errors are answers of 400 and more; percentiles are within 2.5 %. Buckets of time begin at the full hour, or at midnight UTC; those with nothing in them are left out.
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
         * Requests, messages, tokens and cost by time, the oldest first (under /api/v1)
         * @description With a filter, `requests` are counted alone and all else is null: messages and costs belong to no endpoint and no key. Cost that is not known counts as none. Buckets of time begin at the full hour, or at midnight UTC; those with nothing in them are left out.
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
         * Each application's requests, the busiest first (under /api/v1)
         * @description `last_used_at` is of all times. Buckets of time begin at the full hour, or at midnight UTC; those with nothing in them are left out.
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
         * What the rate limits refused and let through, the newest first (under /api/v1)
         * @description Refusals stand one by one, what was let through is summed by time. `buckets` has the counts of the whole window. A file has the refusals first. Buckets of time begin at the full hour, or at midnight UTC; those with nothing in them are left out.
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
         * What happened in a window, in the one before it, and by time
         * @description Messages and replies count where the question was posted, tokens and costs where the model was called. Percentiles are within 2.5 %. What was deleted since stays counted, but for feedback. Buckets of time begin at the full hour, or at midnight UTC. A file has the series.
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
         * What waits now, who works, and how much of the limit is left
         * @description What waits and runs is the organization's own; of the workers, which all organizations share, only how many there are. The limit is that of API keys.
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
         * What happened in a window, in the one before it, and by time (under /api/v1)
         * @description Messages and replies count where the question was posted, tokens and costs where the model was called. Percentiles are within 2.5 %. What was deleted since stays counted, but for feedback. Buckets of time begin at the full hour, or at midnight UTC. A file has the series.
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
         * What waits now, who works, and how much of the limit is left (under /api/v1)
         * @description What waits and runs is the organization's own; of the workers, which all organizations share, only how many there are. The limit is that of API keys.
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
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This description */
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
        Alive: {
            /** @enum {boolean} */
            alive: true;
        };
        Ready: {
            /** @enum {boolean} */
            database: true;
            queue: boolean;
        };
        WidgetToken: {
            token: string;
            /** @description Seconds. */
            expires_in: number;
            /** @enum {string} */
            token_type: "Bearer";
        };
        User: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organization_id: string;
            /** @description The organization's name. */
            organization: string;
            email: string;
            name: string | null;
            /** @enum {string} */
            role: "owner" | "editor" | "viewer";
        };
        SignedIn: {
            user: components["schemas"]["User"];
            /** @description Goes along as X-CSRF-Token with whatever changes something. */
            csrf_token: string;
        };
        SignedOut: {
            /** @enum {boolean} */
            signed_out: true;
        };
        OwnSession: {
            /** Format: uuid */
            id: string;
            /** @description Browser and system at the sign-in, such as `Firefox on Linux`. */
            browser: string | null;
            /** @description Whether this request came with it. */
            is_current: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC; to the minute.
             */
            last_seen_at: string;
        };
        EndedSessions: {
            ended_sessions: number;
        };
        Person: {
            /** Format: uuid */
            id: string;
            email: string;
            name: string | null;
            /** @enum {string} */
            role: "owner" | "editor" | "viewer";
            /**
             * Format: date-time
             * @description Their last request at the dashboard, to the minute; null: they never signed in.
             */
            last_seen_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            updated_at: string;
        };
        Pagination: {
            limit: number;
            has_more: boolean;
            /**
             * Format: uuid
             * @description The next page's `after`.
             */
            next_cursor: string | null;
        };
        Deleted: {
            /** Format: uuid */
            id: string;
            /** @enum {boolean} */
            deleted: true;
        };
        InvitationWithToken: {
            /** Format: uuid */
            id: string;
            email: string;
            /** @enum {string} */
            role: "owner" | "editor" | "viewer";
            invited_by: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string;
            /** @description Of the invitation's link, which is `/dashboard/invitation#` and it. */
            token: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            updated_at: string;
        };
        Invitation: {
            /** Format: uuid */
            id: string;
            email: string;
            /** @enum {string} */
            role: "owner" | "editor" | "viewer";
            invited_by: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            updated_at: string;
        };
        OpenInvitation: {
            organization: string;
            email: string;
            /** @enum {string} */
            role: "owner" | "editor" | "viewer";
            invited_by: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string;
        };
        AuditEvent: {
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * @description `unknown`: somebody who failed to sign in as the target.
             * @enum {string}
             */
            actor_kind: "user" | "application" | "admin_tool" | "unknown";
            /** Format: uuid */
            actor_id: string | null;
            /** @description The user's address or the application's client id, as it was. */
            actor: string | null;
            /**
             * @description A noun and what became of it.
             * @example agent.changed
             */
            action: string;
            target_kind: string;
            /** Format: uuid */
            target_id: string | null;
            /** @description Its name, as it was. Null for what belongs to customers. */
            target_label: string | null;
            /** @description By field, its value before and after; texts are cut after 200 characters, and secrets never kept. */
            changes: {
                [key: string]: {
                    before?: unknown;
                    after?: unknown;
                };
            };
            request_id: string | null;
            /** @description Of the client; of IPv6, its network (/64). */
            address: string | null;
        };
        Agent: {
            /** Format: uuid */
            id: string;
            /** @example Ada */
            name: string;
            default_tasks: string[];
            is_active: boolean;
            /** @description A reply that cites no knowledge is replaced by the `fallback_message`, or a plain sentence in the language of the question. A greeting, thanks or a farewell is answered all the same. */
            require_grounding: boolean;
            description: string | null;
            tone: string | null;
            /** @example en */
            language: string | null;
            instructions: string | null;
            /** @example openai:gpt-4o-mini */
            model: string | null;
            temperature: number | null;
            max_output_tokens: number | null;
            fallback_message: string | null;
            greeting: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            updated_at: string;
        };
        AgentActivity: {
            /** Format: uuid */
            agent_id: string;
            conversations: number;
            sessions: number;
            /** @description That it may answer from: its own, and those that serve every agent. */
            knowledge_entries: number;
            /** @description Asked for in the last 7 days. */
            replies: number;
            /** @description Of those of the last 7 days. */
            failed_replies: number;
            /**
             * Format: date-time
             * @description When something last happened in one of its conversations or sessions. Null: never.
             */
            last_active_at: string | null;
        };
        ModelPrice: {
            /** @description USD per million tokens. */
            input: number;
            /** @description USD per million tokens. */
            output: number;
        };
        Model: {
            /**
             * @description For `model` of an agent.
             * @example openai:gpt-4o-mini
             */
            name: string;
            /** @description Of agents that name none. */
            is_default: boolean;
            /** @description False: `temperature` of an agent does nothing. */
            takes_temperature: boolean;
            /** @description False: `max_output_tokens` of an agent does nothing. */
            takes_max_output_tokens: boolean;
            price: components["schemas"]["ModelPrice"] | null;
        };
        Passage: {
            /** Format: uuid */
            knowledge_id: string;
            /** @enum {string} */
            kind: "file" | "qa" | "url";
            title: string | null;
            url: string | null;
            /** @description The headings above it, from the outermost on, with ` › ` between. */
            heading: string;
            text: string;
            /** @description Comparable within one answer only. */
            score: number;
        };
        Session: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            agent_id: string;
            visitor_id: string | null;
            /** @example en */
            locale: string | null;
            /** @enum {string} */
            status: "active" | "closed" | "expired";
            /**
             * @description Free-form: at most 16 kB, 5 levels deep.
             * @default {}
             */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            updated_at: string;
        };
        Conversation: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            agent_id: string;
            customer_id: string | null;
            title: string | null;
            /** @example en */
            locale: string | null;
            /** Format: uuid */
            user_context_id: string | null;
            /** @enum {string} */
            status: "open" | "closed";
            /**
             * @description Free-form: at most 16 kB, 5 levels deep.
             * @default {}
             */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            updated_at: string;
        };
        Citation: {
            /** Format: uuid */
            knowledge_id: string;
            /** @enum {string} */
            kind: "file" | "qa" | "url";
            title: string | null;
            url: string | null;
            /** @description Stands word for word in the knowledge entry. */
            quote: string;
            /** @description Comparable within one reply only. */
            score: number;
        };
        TokenUsage: {
            input_tokens: number;
            output_tokens: number;
            total_tokens: number;
            /** @description Null: the price of the model is not known. */
            cost_usd: number | null;
        };
        JobError: {
            code: string;
            detail: string;
        };
        SessionReply: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            role: "assistant";
            /** @enum {string} */
            status: "processing" | "completed" | "failed" | "cancelled";
            /** @description Null until the reply is completed. */
            content: string | null;
            /** Format: uuid */
            session_id: string;
            /** Format: uuid */
            agent_id: string;
            metadata: {
                [key: string]: unknown;
            };
            /** @description Of the request that posted the question. Also in the logs. */
            request_id: string;
            /**
             * Format: uuid
             * @description The question.
             */
            in_reply_to: string;
            /** @description What the reply rests on, each source once. */
            citations: components["schemas"]["Citation"][];
            /** @description Whether knowledge supports the reply: whether it cites any. Null until it is completed, and of replies from before this was told. */
            grounded: boolean | null;
            /** @description Null until the reply is completed, and for visitors. */
            usage: components["schemas"]["TokenUsage"] | null;
            /** @description Null until the reply is completed, and for visitors. */
            model: string | null;
            /**
             * @description Why the model ended the reply.
             * @enum {string|null}
             */
            finish_reason: "stop" | "length" | "content_filter" | "tool_calls" | "other" | null;
            error: components["schemas"]["JobError"] | null;
            /** @description From the question to the finished reply. */
            latency_ms: number | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            completed_at: string | null;
        };
        SessionQuestion: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            role: "user";
            /** @enum {string} */
            status: "completed";
            content: string;
            /** Format: uuid */
            session_id: string;
            /** Format: uuid */
            agent_id: string;
            metadata: {
                [key: string]: unknown;
            };
            /** @description Of the request that posted the question. Also in the logs. */
            request_id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            completed_at: string | null;
        };
        ConversationReply: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            role: "assistant";
            /** @enum {string} */
            status: "processing" | "completed" | "failed" | "cancelled";
            /** @description Null until the reply is completed. */
            content: string | null;
            /** Format: uuid */
            conversation_id: string;
            /** Format: uuid */
            agent_id: string;
            metadata: {
                [key: string]: unknown;
            };
            /** @description Of the request that posted the question. Also in the logs. */
            request_id: string;
            /**
             * Format: uuid
             * @description The question.
             */
            in_reply_to: string;
            /** @description What the reply rests on, each source once. */
            citations: components["schemas"]["Citation"][];
            /** @description Whether knowledge supports the reply: whether it cites any. Null until it is completed, and of replies from before this was told. */
            grounded: boolean | null;
            /** @description Null until the reply is completed, and for visitors. */
            usage: components["schemas"]["TokenUsage"] | null;
            /** @description Null until the reply is completed, and for visitors. */
            model: string | null;
            /**
             * @description Why the model ended the reply.
             * @enum {string|null}
             */
            finish_reason: "stop" | "length" | "content_filter" | "tool_calls" | "other" | null;
            error: components["schemas"]["JobError"] | null;
            /** @description From the question to the finished reply. */
            latency_ms: number | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            completed_at: string | null;
        };
        ConversationQuestion: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            role: "user";
            /** @enum {string} */
            status: "completed";
            content: string;
            /** Format: uuid */
            conversation_id: string;
            /** Format: uuid */
            agent_id: string;
            metadata: {
                [key: string]: unknown;
            };
            /** @description Of the request that posted the question. Also in the logs. */
            request_id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            completed_at: string | null;
        };
        TracedPassage: {
            /** @description 1: the best. */
            rank: number;
            /** Format: uuid */
            knowledge_id: string;
            /** @enum {string} */
            kind: "file" | "qa" | "url";
            title: string | null;
            url: string | null;
            /** @description The headings above it, from the outermost on, with ` › ` between. */
            heading: string;
            /** @description Of a very long one its beginning. */
            text: string;
            /** @description Of the whole text. */
            characters: number;
            /** @description Comparable within one reply only. */
            score: number;
            /** @description By which the prompt names it. Null: it had no room there. */
            number: number | null;
            cited: boolean;
        };
        PromptPart: {
            /** @enum {string} */
            role: "system" | "user" | "assistant";
            /** @enum {string} */
            name: "persona" | "rules" | "traits" | "metadata" | "knowledge" | "fallback" | "history" | "question";
            /** @description Of a very long one its beginning. */
            text: string;
            /** @description Of the whole text. */
            characters: number;
            /** @description Estimated, of the whole text. */
            tokens: number;
        };
        TraceSettings: {
            temperature: number | null;
            max_output_tokens: number | null;
            /** @description Most tokens of earlier messages. */
            history_tokens: number;
            /** @description Most tokens of knowledge. */
            knowledge_tokens: number;
        };
        TraceTimings: {
            /** @description From when a worker could have taken the reply, so not while one before it in the conversation was being made, to when one did. */
            queue_ms: number;
            /** @description Agent, traits and earlier messages. */
            load_ms: number;
            /** @description Milliseconds. */
            retrieval_ms: number;
            /** @description Of the call of the model, until its first words. Null: it was not asked for in pieces. */
            first_text_ms: number | null;
            /** @description The whole call of the model. */
            model_ms: number;
            /** @description From when a worker could have taken the reply until it was ready to be stored. */
            total_ms: number;
        };
        TraceUsage: {
            input_tokens: number;
            output_tokens: number;
            /** @description Null: the price of the model is not known. */
            cost_usd: number | null;
        };
        ReplyTrace: {
            /** @description Which attempt at the reply it is of: the latest. */
            attempt: number;
            /** @description What was searched for: the question, and where it goes on from an earlier one, both together. */
            queries: string[];
            /** @description What was retrieved, best first. */
            passages: components["schemas"]["TracedPassage"][];
            /** @description What the model was sent, in this order. The parts of the role `system` are one message, with an empty line between them; each other part is a message. */
            prompt: components["schemas"]["PromptPart"][];
            model: string;
            settings: components["schemas"]["TraceSettings"];
            /** @description The model's own words, before marks became citations. Null: it gave none. */
            answer: string | null;
            timings: components["schemas"]["TraceTimings"];
            usage: components["schemas"]["TraceUsage"] | null;
            /** @description Why this attempt gave no reply. */
            error: components["schemas"]["JobError"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
        };
        SessionFeedback: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            session_id: string;
            /** Format: uuid */
            message_id: string | null;
            /** @example zoe@example.com */
            reviewer: string;
            rating: number;
            comment: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            updated_at: string;
        };
        ConversationFeedback: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            conversation_id: string;
            /** Format: uuid */
            message_id: string | null;
            /** @example zoe@example.com */
            reviewer: string;
            rating: number;
            comment: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            updated_at: string;
        };
        LastMessage: {
            /** @enum {string} */
            role: "user" | "assistant";
            /** @description Its first 200 characters. */
            text: string;
        };
        ThreadSummary: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "session" | "conversation";
            /** Format: uuid */
            agent_id: string;
            agent_name: string;
            /** @enum {string} */
            status: "active" | "open" | "closed" | "expired";
            customer_id: string | null;
            visitor_id: string | null;
            title: string | null;
            locale: string | null;
            /** Format: uuid */
            user_context_id: string | null;
            /**
             * Format: date-time
             * @description When its last message was posted; without one, when it was opened.
             */
            active_at: string;
            message_count: number;
            failed_replies: number;
            /** @description Completed without the support of knowledge. */
            ungrounded_replies: number;
            /** @description Whether a reply is being made. */
            is_answering: boolean;
            feedback_count: number;
            /** @description Ratings of 1 or 2. */
            negative_feedback_count: number;
            average_rating: number | null;
            last_message: components["schemas"]["LastMessage"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            updated_at: string;
        };
        ThreadPagination: {
            limit: number;
            has_more: boolean;
            /** @description The next page's `after`. */
            next_cursor: string | null;
            /**
             * Format: date-time
             * @description With `text`: from when on messages were looked at. Null: all of them.
             */
            searched_since: string | null;
        };
        Thread: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "session" | "conversation";
            /** Format: uuid */
            agent_id: string;
            agent_name: string;
            /** @enum {string} */
            status: "active" | "open" | "closed" | "expired";
            customer_id: string | null;
            visitor_id: string | null;
            title: string | null;
            locale: string | null;
            /** Format: uuid */
            user_context_id: string | null;
            /**
             * Format: date-time
             * @description When its last message was posted; without one, when it was opened.
             */
            active_at: string;
            message_count: number;
            failed_replies: number;
            /** @description Completed without the support of knowledge. */
            ungrounded_replies: number;
            /** @description Whether a reply is being made. */
            is_answering: boolean;
            feedback_count: number;
            /** @description Ratings of 1 or 2. */
            negative_feedback_count: number;
            average_rating: number | null;
            last_message: components["schemas"]["LastMessage"] | null;
            metadata: {
                [key: string]: unknown;
            };
            input_tokens: number;
            output_tokens: number;
            /** @description Null: no price is known. */
            cost_usd: number | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            updated_at: string;
        };
        Context: {
            /** Format: uuid */
            id: string;
            user_reference: string;
            /** @description Free-form: at most 16 kB, 5 levels deep. */
            traits: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            updated_at: string;
        };
        /** @description The counts are there when everything was to be erased. */
        DeletedContext: {
            /** Format: uuid */
            id: string;
            /** @enum {boolean} */
            deleted: true;
            conversations?: number;
            messages?: number;
            feedback?: number;
        };
        /** @description One JSON object a line: a record as it is read elsewhere, and its `type`: `context`, `conversation`, `message` or `feedback`. */
        ContextExport: string;
        QaEntry: {
            /** Format: uuid */
            id: string;
            /** @example How long does a parcel take? */
            question: string;
            /** @example Two days. */
            answer: string;
            tags: string[];
            source: string | null;
            /** @description The agents that the entry serves; null: every agent of the organization. */
            agent_ids: string[] | null;
            /** @enum {string} */
            status: "processing" | "ready" | "failed";
            /** @description While a PDF is read, or a site: how many of its pages are, of how many that are known of. Else null. */
            progress: {
                done: number;
                total: number;
            } | null;
            error: components["schemas"]["JobError"] | null;
            /** @description In how many pieces it can be found. */
            chunk_count: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            indexed_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            updated_at: string;
        };
        Chunk: {
            /** @description Its place in the entry. */
            position: number;
            /** @description The headings above it, from the outermost on, with ` › ` between. */
            heading: string;
            text: string;
            /** @description Whose word forms it is found by; `simple`: none of them. */
            language: string;
            /** @description Of a site: the page that it is from. */
            page_url: string | null;
            page_title: string | null;
        };
        NumberedPagination: {
            page: number;
            page_size: number;
            /** @description On all pages together. */
            total: number;
        };
        UrlEntry: {
            /** Format: uuid */
            id: string;
            url: string;
            /**
             * @description Where none was given: the one that the page gives itself.
             * @example Shipping
             */
            title: string | null;
            /**
             * @description What is read: the page alone (default); the pages that the sitemap lists, which `url` or robots.txt names, or `/sitemap.xml`; or the pages of the same site that links lead to, from `url` on, nearest first. Sitemaps and links are followed within the same site only, as far as robots.txt, `noindex` and `nofollow` allow.
             * @enum {string}
             */
            crawl: "page" | "sitemap" | "site";
            /** @description Most pages of a sitemap or site; default 50. */
            max_pages: number;
            /** @description Hours after which the page, or site, is looked at again, and so on; without it never. Until it could be read anew, what was known of it answers. */
            refresh_hours: number | null;
            /** @description The address that the page gives itself, if it is one of its own site. Citations link to it. */
            canonical_url: string | null;
            /** @description Of a sitemap or site: how many pages are indexed, and how many could not be. Else null. */
            pages: {
                done: number;
                failed: number;
            } | null;
            /**
             * Format: date-time
             * @description When the page was last read, or found to be unchanged.
             */
            checked_at: string | null;
            /** @description The agents that the entry serves; null: every agent of the organization. */
            agent_ids: string[] | null;
            /** @enum {string} */
            status: "processing" | "ready" | "failed";
            /** @description While a PDF is read, or a site: how many of its pages are, of how many that are known of. Else null. */
            progress: {
                done: number;
                total: number;
            } | null;
            error: components["schemas"]["JobError"] | null;
            /** @description In how many pieces it can be found. */
            chunk_count: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            indexed_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            updated_at: string;
        };
        FileEntry: {
            /** Format: uuid */
            id: string;
            /** @example Terms */
            title: string;
            /** @enum {string|null} */
            file_type: "pdf" | "docx" | "txt" | "md" | "html" | "csv" | "json" | null;
            summary: string | null;
            /** @description Null while the entry has no content. */
            file_name: string | null;
            /** @description Null while the entry has no content. */
            size_bytes: number | null;
            /** @description The agents that the entry serves; null: every agent of the organization. */
            agent_ids: string[] | null;
            /** @enum {string} */
            status: "processing" | "ready" | "failed";
            /** @description While a PDF is read, or a site: how many of its pages are, of how many that are known of. Else null. */
            progress: {
                done: number;
                total: number;
            } | null;
            error: components["schemas"]["JobError"] | null;
            /** @description In how many pieces it can be found. */
            chunk_count: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            indexed_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            updated_at: string;
        };
        FileContent: string;
        KindCounts: {
            /** @description Waiting to be indexed, or being indexed. */
            processing: number;
            /** @description Indexed. */
            ready: number;
            /** @description Could not be indexed; `error` of each says why. */
            failed: number;
        };
        EntryCountsByKind: {
            file: components["schemas"]["KindCounts"];
            qa: components["schemas"]["KindCounts"];
            url: components["schemas"]["KindCounts"];
        };
        EntryCounts: {
            /** @description Waiting to be indexed, or being indexed. */
            processing: number;
            /** @description Indexed. */
            ready: number;
            /** @description Could not be indexed; `error` of each says why. */
            failed: number;
            kinds: components["schemas"]["EntryCountsByKind"];
        };
        EmbeddingProgress: {
            /** @example openai:text-embedding-3-small */
            model: string;
            /** @description Pieces of the knowledge. */
            total: number;
            /** @description Those that can be found by their meaning as well as by their words. */
            done: number;
            /** @description Those that the model takes no text of, and that are found by their words alone. */
            refused: number;
            /** @description Why the last try failed; it is tried again by itself. */
            error: components["schemas"]["JobError"] | null;
        };
        KnowledgeStatus: {
            entries: components["schemas"]["EntryCounts"];
            /** @description Null: the service finds knowledge by its words alone. */
            embedding: components["schemas"]["EmbeddingProgress"] | null;
        };
        CrawledPages: {
            done: number;
            failed: number;
        };
        ListedEntry: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "file" | "qa" | "url";
            /** @description Of a pair, its question; of a page that has no title, its url; an entry of another kind has one. */
            title: string;
            url: string | null;
            /** @enum {string} */
            crawl: "page" | "sitemap" | "site";
            pages: components["schemas"]["CrawledPages"] | null;
            refresh_hours: number | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            checked_at: string | null;
            tags: string[];
            source: string | null;
            /** @enum {string|null} */
            file_type: "pdf" | "docx" | "txt" | "md" | "html" | "csv" | "json" | null;
            file_name: string | null;
            size_bytes: number | null;
            /** @description The agents that the entry serves; null: every agent of the organization. */
            agent_ids: string[] | null;
            /** @enum {string} */
            status: "processing" | "ready" | "failed";
            /** @description While a PDF is read, or a site: how many of its pages are, of how many that are known of. Else null. */
            progress: {
                done: number;
                total: number;
            } | null;
            error: components["schemas"]["JobError"] | null;
            /** @description In how many pieces it can be found. */
            chunk_count: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            indexed_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            updated_at: string;
        };
        DeletedEntries: {
            /** @enum {boolean} */
            deleted: true;
        };
        ReindexedEntries: {
            ids: string[];
        };
        WidgetConfiguration: {
            /** Format: uuid */
            id: string;
            /** @example Shop */
            name: string;
            suggested_questions: string[];
            /** @description `primary` is the button's, the header's and the visitor's bubbles'; `bubble` the agent's. */
            colors: {
                /** @example #2e7d32 */
                primary?: string;
                /** @example #2e7d32 */
                primary_text?: string;
                /** @example #2e7d32 */
                background?: string;
                /** @example #2e7d32 */
                text?: string;
                /** @example #2e7d32 */
                bubble?: string;
                /** @example #2e7d32 */
                bubble_text?: string;
            };
            /** @enum {string} */
            position: "bottom-right" | "bottom-left";
            /** @enum {string} */
            theme: "auto" | "light" | "dark";
            /** @description In place of the widget's own words. */
            texts: {
                /** @example Ask us */
                open?: string;
                /** @example Ask us */
                close?: string;
                /** @example Ask us */
                placeholder?: string;
                /** @example Ask us */
                send?: string;
                /** @example Ask us */
                retry?: string;
                /** @example Ask us */
                new_session?: string;
                /** @example Ask us */
                typing?: string;
                /** @example Ask us */
                disclaimer?: string;
                /** @example Ask us */
                offline?: string;
                /** @example Ask us */
                failed?: string;
                /** @example Ask us */
                limit_reached?: string;
                /** @example Ask us */
                agent_inactive?: string;
                /** @example Ask us */
                session_ended?: string;
            };
            /** Format: uuid */
            agent_id: string | null;
            title: string | null;
            greeting: string | null;
            /** @example en */
            locale: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            updated_at: string;
        };
        ApplicationLimits: {
            /** @description API requests an hour, at most the organization's; null: only the organization's limit. */
            hourly_limit: number | null;
            /** @description Widget requests an hour, at most the service's; null: only the service's limit. */
            widget_hourly_limit: number | null;
        };
        Secret: {
            /** Format: uuid */
            id: string;
            /** @description Its last four characters. */
            hint: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description To the minute.
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description null: it does not end by itself.
             */
            expires_at: string | null;
        };
        CreatedApplication: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Sent as `X-API-Key`; no secret. */
            client_id: string;
            allowed_origins: string[];
            /** @description The agents that its widget tokens reach, sessions and configurations of others being not found; null: every active one. */
            agent_ids: string[] | null;
            limits: components["schemas"]["ApplicationLimits"];
            /** @description Those that are valid now, oldest first. */
            secrets: components["schemas"]["Secret"][];
            /**
             * Format: date-time
             * @description Of any of its requests, by key or token.
             */
            last_used_at: string | null;
            /** @description Sent as `X-API-Secret`. null: this is a repetition, and the secret was in the first answer alone. */
            client_secret: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            updated_at: string;
        };
        Application: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Sent as `X-API-Key`; no secret. */
            client_id: string;
            allowed_origins: string[];
            /** @description The agents that its widget tokens reach, sessions and configurations of others being not found; null: every active one. */
            agent_ids: string[] | null;
            limits: components["schemas"]["ApplicationLimits"];
            /** @description Those that are valid now, oldest first. */
            secrets: components["schemas"]["Secret"][];
            /**
             * Format: date-time
             * @description Of any of its requests, by key or token.
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            updated_at: string;
        };
        LimitUse: {
            /** @description Requests in a window that are let through. */
            limit: number;
            /** @description In the window that runs. */
            used: number;
            remaining: number;
            /**
             * Format: date-time
             * @description When the window ends; null: none has begun.
             */
            resets_at: string | null;
        };
        ApplicationLimitUse: {
            /** @description API requests; null: no limit of its own. */
            requests: components["schemas"]["LimitUse"] | null;
            widget: components["schemas"]["LimitUse"];
            organization: components["schemas"]["LimitUse"];
        };
        NewSecret: {
            /** Format: uuid */
            id: string;
            /** @description Its last four characters. */
            hint: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description To the minute.
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description null: it does not end by itself.
             */
            expires_at: string | null;
            /** @description Sent as `X-API-Secret`. null: this is a repetition, and the secret was in the first answer alone. */
            client_secret: string | null;
        };
        /** @description API requests in an hour, of all the organization's keys. The limit is the operator's to change. */
        OrganizationRequests: {
            /** @description Requests in a window that are let through. */
            limit: number;
            /** @description In the window that runs. */
            used: number;
            remaining: number;
            /**
             * Format: date-time
             * @description When the window ends; null: none has begun.
             */
            resets_at: string | null;
        };
        /** @description What the service lets widgets do. The operator's to change. */
        WidgetLimits: {
            /** @description Requests a minute in one session. */
            session_minute: number;
            /** @description Requests an hour from one visitor's address. */
            address_hourly: number;
            /** @description Requests an hour of one application. */
            application_hourly: number;
        };
        KeptDays: {
            /** @description The organization's own; null: the service's. */
            own: number | null;
            /** @description The service's, and the most; null: for ever. */
            most: number | null;
            /** @description What holds; null: for ever. */
            days: number | null;
        };
        /** @description How long what is kept; a few times an hour, workers delete what is older. `message_days`: Sessions and conversations, after their last message: with all messages and feedback. What they cost stays. `trace_days`: How replies came about, where that was asked for. `request_log_days`: Each request, for the analytics. `analytics_days`: Sums by the hour, and what rate limits did. `audit_days`: Who changed what. The operator's to change. */
        Retention: {
            message_days: components["schemas"]["KeptDays"];
            trace_days: components["schemas"]["KeptDays"];
            request_log_days: components["schemas"]["KeptDays"];
            analytics_days: components["schemas"]["KeptDays"];
            audit_days: components["schemas"]["KeptDays"];
        };
        Organization: {
            /** Format: uuid */
            id: string;
            name: string;
            requests: components["schemas"]["OrganizationRequests"];
            widget_limits: components["schemas"]["WidgetLimits"];
            retention: components["schemas"]["Retention"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            updated_at: string;
        };
        RequestLog: {
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            timestamp: string;
            method: string;
            endpoint: string;
            status_code: number;
            duration_ms: number;
            client_id: string | null;
            request_id: string;
        };
        RequestCount: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            timestamp: string;
            requests: number;
            errors: number;
        };
        EndpointPerformance: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            timestamp?: string;
            method?: string;
            endpoint?: string;
            status_code?: number;
            client_id?: string | null;
            requests: number;
            errors: number;
            error_rate: number;
            mean_ms: number;
            p50_ms: number;
            p95_ms: number;
            p99_ms: number;
        };
        UsageFigures: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            timestamp: string;
            /** Format: uuid */
            agent_id?: string;
            model?: string | null;
            requests: number | null;
            messages: number | null;
            replies: number | null;
            failed_replies: number | null;
            input_tokens: number | null;
            output_tokens: number | null;
            total_tokens: number | null;
            /** @description Of calls whose cost is known. */
            cost_usd: number | null;
            /** @description Calls whose cost is not known. */
            unpriced_calls: number;
        };
        UsageTotals: {
            requests: number | null;
            messages: number | null;
            replies: number | null;
            failed_replies: number | null;
            input_tokens: number | null;
            output_tokens: number | null;
            total_tokens: number | null;
            /** @description Of calls whose cost is known. */
            cost_usd: number | null;
            /** @description Calls whose cost is not known. */
            unpriced_calls: number;
        };
        KeyFigures: {
            /** Format: uuid */
            key_id: string;
            client_id: string;
            name: string;
            total_requests: number;
            errors: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            last_used_at: string | null;
            trend: components["schemas"]["RequestCount"][];
        };
        LimitFigures: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            timestamp: string;
            /** @enum {string} */
            outcome: "allowed" | "blocked";
            client_id: string | null;
            endpoint: string;
            /** @description The limit's name. */
            bucket: string;
            count: number;
        };
        LimitCount: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            timestamp: string;
            allowed: number;
            blocked: number;
        };
        OverviewPeriod: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            from: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            to: string;
        };
        OverviewPreviousPeriod: {
            /**
             * Format: date-time
             * @description As long before `to` as the period is long.
             */
            from: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            to: string;
        };
        FailureCount: {
            code: string;
            count: number;
        };
        OverviewFigures: {
            /** @description Questions that were posted. */
            messages: number;
            /** @description Of these, with a completed reply. */
            replies: number;
            /** @description Of these, with a reply that failed. */
            failed_replies: number;
            /** @description Of these, with a reply that was cancelled. */
            cancelled_replies: number;
            /** @description Of these, with a reply that waits or is being written. */
            unfinished_replies: number;
            /** @description Milliseconds: median from a question's acceptance (`created_at`) to its completed reply (`completed_at`). Null: of nothing. */
            reply_p50_ms: number | null;
            /** @description Milliseconds: 95th percentile from a question's acceptance (`created_at`) to its completed reply (`completed_at`). Null: of nothing. */
            reply_p95_ms: number | null;
            /** @description Of the calls of models, failed ones included. */
            input_tokens: number;
            output_tokens: number;
            total_tokens: number;
            /** @description Of calls whose cost is known. */
            cost_usd: number;
            /** @description Calls whose cost is not known. */
            unpriced_calls: number;
            /** @description Milliseconds: median of a call of the model that gave a reply. Null: of nothing. */
            model_p50_ms: number | null;
            /** @description Milliseconds: 95th percentile of a call of the model that gave a reply. Null: of nothing. */
            model_p95_ms: number | null;
            /** @description Milliseconds: median from when a worker could have taken a reply to when one did, of each attempt that ended. Null with `agent_id`, for it is of no agent.. Null: of nothing. */
            wait_p50_ms: number | null;
            /** @description Milliseconds: 95th percentile from when a worker could have taken a reply to when one did, of each attempt that ended. Null with `agent_id`, for it is of no agent.. Null: of nothing. */
            wait_p95_ms: number | null;
            /** @description That were opened. */
            conversations: number;
            /** @description That were opened. */
            sessions: number;
            /** @description That was given first in this time. */
            feedback_count: number;
            /** @description Of its ratings. */
            feedback_average: number | null;
            /** @description All that are logged. Null with `agent_id`, for it is of no agent. */
            requests: number | null;
            /** @description Answered with 400 or more. Null with `agent_id`, for it is of no agent. */
            errors: number | null;
            /** @description Of the requests, those of people at the dashboard. Null with `agent_id`, for it is of no agent. */
            dashboard_requests: number | null;
            /** @description Of the errors, theirs. Null with `agent_id`, for it is of no agent. */
            dashboard_errors: number | null;
            /** @description Requests that a rate limit refused. Null with `agent_id`, for it is of no agent. */
            blocked: number | null;
            /** @description The failed replies by the code of their error, the most frequent first. */
            failures: components["schemas"]["FailureCount"][];
        };
        OverviewBucket: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            timestamp: string;
            /** @description Questions that were posted. */
            messages: number;
            /** @description Of these, with a completed reply. */
            replies: number;
            /** @description Of these, with a reply that failed. */
            failed_replies: number;
            /** @description Of these, with a reply that was cancelled. */
            cancelled_replies: number;
            /** @description Of these, with a reply that waits or is being written. */
            unfinished_replies: number;
            /** @description Milliseconds: median from a question's acceptance (`created_at`) to its completed reply (`completed_at`). Null: of nothing. */
            reply_p50_ms: number | null;
            /** @description Milliseconds: 95th percentile from a question's acceptance (`created_at`) to its completed reply (`completed_at`). Null: of nothing. */
            reply_p95_ms: number | null;
            /** @description Of the calls of models, failed ones included. */
            input_tokens: number;
            output_tokens: number;
            total_tokens: number;
            /** @description Of calls whose cost is known. */
            cost_usd: number;
            /** @description Calls whose cost is not known. */
            unpriced_calls: number;
            /** @description Milliseconds: median of a call of the model that gave a reply. Null: of nothing. */
            model_p50_ms: number | null;
            /** @description Milliseconds: 95th percentile of a call of the model that gave a reply. Null: of nothing. */
            model_p95_ms: number | null;
            /** @description Milliseconds: median from when a worker could have taken a reply to when one did, of each attempt that ended. Null with `agent_id`, for it is of no agent.. Null: of nothing. */
            wait_p50_ms: number | null;
            /** @description Milliseconds: 95th percentile from when a worker could have taken a reply to when one did, of each attempt that ended. Null with `agent_id`, for it is of no agent.. Null: of nothing. */
            wait_p95_ms: number | null;
            /** @description That were opened. */
            conversations: number;
            /** @description That were opened. */
            sessions: number;
            /** @description That was given first in this time. */
            feedback_count: number;
            /** @description Of its ratings. */
            feedback_average: number | null;
            /** @description All that are logged. Null with `agent_id`, for it is of no agent. */
            requests: number | null;
            /** @description Answered with 400 or more. Null with `agent_id`, for it is of no agent. */
            errors: number | null;
            /** @description Of the requests, those of people at the dashboard. Null with `agent_id`, for it is of no agent. */
            dashboard_requests: number | null;
            /** @description Of the errors, theirs. Null with `agent_id`, for it is of no agent. */
            dashboard_errors: number | null;
            /** @description Requests that a rate limit refused. Null with `agent_id`, for it is of no agent. */
            blocked: number | null;
        };
        Overview: {
            period: components["schemas"]["OverviewPeriod"];
            previous_period: components["schemas"]["OverviewPreviousPeriod"];
            /** @enum {string} */
            bucket: "hour" | "day";
            current: components["schemas"]["OverviewFigures"];
            previous: components["schemas"]["OverviewFigures"];
            /** @description Each hour or day of the window, also those with nothing in them, the oldest first; of the first and the last only what is in the window. */
            series: components["schemas"]["OverviewBucket"][];
        };
        WorkersAlive: {
            /** @description Of the whole service, which all organizations share; so are the others. */
            alive: number;
            /** @description Jobs that they may work on at a time. */
            slots: number;
            /** @description Of Parley, each once. */
            versions: string[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            last_seen_at: string | null;
        };
        LaneState: {
            /** @enum {string} */
            lane: "reply" | "index";
            /** @description The organization's own: due, or to be tried again later. */
            waiting: number;
            /** @description The organization's own. */
            running: number;
            /** @description Since the organization's longest waiting could have been taken by a worker. Null: none could. */
            oldest_wait_seconds: number | null;
            /** @description Milliseconds: 95th percentile of the organization's waits in the last 15 minutes. */
            wait_p95_ms: number | null;
            workers: components["schemas"]["WorkersAlive"];
        };
        ServiceNow: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            timestamp: string;
            lanes: components["schemas"]["LaneState"][];
            requests: components["schemas"]["OrganizationRequests"];
        };
        Error: {
            /** @enum {string} */
            status: "error";
            status_code: number;
            /** @description What was wrong and what to do, for people. */
            detail: string;
            /** @description Of `validation_failed` and `invalid_text`: `errors`, each with `field`, `code` and `detail`. */
            data: {
                [key: string]: unknown;
            } | null;
            /**
             * @description Stable, for programs.
             * @enum {string}
             */
            code: "malformed_json" | "invalid_text" | "unauthenticated" | "origin_not_allowed" | "secret_in_browser" | "scope" | "csrf" | "not_found" | "method_not_allowed" | "payload_too_large" | "headers_too_large" | "unsupported_media_type" | "validation_failed" | "malformed_request" | "agent_inactive" | "thread_closed" | "conversation_busy" | "reply_finished" | "reply_cancelled" | "idempotency_mismatch" | "email_taken" | "last_owner" | "organization_needed" | "precondition_failed" | "rate_limited" | "unavailable" | "queue_full" | "widget_not_configured" | "internal" | "model_unavailable" | "model_rate_limited" | "model_rejected" | "context_length_exceeded" | "model_bad_output" | "model_not_configured" | "deadline_exceeded" | "worker_crashed" | "url_not_allowed" | "fetch_failed" | "page_too_large" | "unsupported_content" | "file_unreadable" | "file_missing" | "robots_disallowed" | "no_text";
            request_id: string;
            /** @description Of analytics only, and null in production. */
            traceback?: string | null;
        };
    };
    responses: {
        /** @description Malformed JSON, or text that cannot be stored. */
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
        /** @description Credentials are missing or wrong. */
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
        /** @description Not from this origin, or not with these credentials. */
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
        /** @description No such record in your organization. */
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
        /** @description The state of the agent, thread or reply does not allow it. */
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
        /** @description It was changed since it was read. */
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
        /** @description The body is too large. */
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
        /** @description The body has the wrong content type. */
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
        /** @description A field is missing, unknown or wrong. */
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
        /** @description A limit is reached: see `Retry-After`. */
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
        /** @description Anything else that went wrong; after 502 or 503, trying again may help. */
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
        /** @description The request's own, where it was well-formed. Also in the logs. */
        "X-Request-Id": string;
        /** @description Where to read the record. */
        Location: string;
        /** @description Seconds after which trying again makes sense. */
        "Retry-After": number;
        /** @description What was kept of `Prefer`. */
        "Preference-Applied": string;
        /** @description The record is that of an earlier request with the same `Idempotency-Key`. */
        "Idempotent-Replayed": "true";
        /** @description Requests in a window of the bucket nearest its end. */
        "X-RateLimit-Limit": number;
        /** @description Requests that are left in it. */
        "X-RateLimit-Remaining": number;
        /** @description Seconds until its window ends. */
        "X-RateLimit-Reset": number;
        /** @description The same: bucket, remaining requests, seconds. */
        RateLimit: string;
        /** @description Each bucket that the request counts in. */
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
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                 * @description Browsers send it by themselves.
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
                    client_id: string;
                    token?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
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
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                    email: string;
                    password: string;
                    /** @description The name of one of the organizations that a 409 `organization_needed` lists: address and password fit several. */
                    organization?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 201;
                        /**
                         * @description A sentence for people.
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
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                    name: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                 * @description Visible ASCII. Sent again, it gives the same record.
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
                    current_password: string;
                    /** @description A sentence of some words is good. Not the address, and nothing that is guessed early. */
                    new_password: string;
                };
            };
        };
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
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
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                limit?: number;
                after?: string;
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                    /** @enum {string} */
                    role: "owner" | "editor" | "viewer";
                };
            };
        };
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                limit?: number;
                after?: string;
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
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
                 * @description Visible ASCII. Sent again, it gives the same record.
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
                    email: string;
                    /** @enum {string} */
                    role: "owner" | "editor" | "viewer";
                };
            };
        };
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["InvitationWithToken"];
                    };
                };
            };
            /** @description Created. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 201;
                        /**
                         * @description A sentence for people.
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                    /** @description Of the invitation's link, which is `/dashboard/invitation#` and it. */
                    token: string;
                };
            };
        };
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["OpenInvitation"];
                    };
                };
            };
            400: components["responses"]["400"];
            403: components["responses"]["403"];
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
                    /** @description Of the invitation's link, which is `/dashboard/invitation#` and it. */
                    token: string;
                    name?: string;
                    /** @description A sentence of some words is good. Not the address, and nothing that is guessed early. */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Created. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 201;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SignedIn"];
                    };
                };
            };
            400: components["responses"]["400"];
            403: components["responses"]["403"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            default: components["responses"]["default"];
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
                order?: "asc" | "desc";
                /** @description An address, a client id, or an id. */
                actor?: string;
                action?: string;
                target_kind?: string;
                target_id?: string;
                /** @description ISO 8601 date-time, or a date, which is its midnight in UTC. */
                from?: string | unknown | unknown;
                /** @description The same; up to, but without. */
                to?: string | unknown | unknown;
                /** @description Answers all rows that the filters choose as a file, whatever the page: CSV with a line of column names, or one JSON object a line. A failure on the way breaks the connection, so that a file which ends well is complete. */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
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
                limit?: number;
                after?: string;
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
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
                 * @description Visible ASCII. Sent again, it gives the same record.
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
                    /** @example Ada */
                    name: string;
                    description?: string;
                    tone?: string;
                    /** @example en */
                    language?: string;
                    default_tasks?: string[];
                    is_active?: boolean;
                    instructions?: string;
                    /** @example openai:gpt-4o-mini */
                    model?: string;
                    temperature?: number;
                    max_output_tokens?: number;
                    fallback_message?: string;
                    greeting?: string;
                    /** @description A reply that cites no knowledge is replaced by the `fallback_message`, or a plain sentence in the language of the question. A greeting, thanks or a farewell is answered all the same. */
                    require_grounding?: boolean;
                };
            };
        };
        responses: {
            /** @description Created. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 201;
                        /**
                         * @description A sentence for people.
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                 * @description The `ETag` of the agent as it was read, which is its `updated_at` in quotes. Answers 412 when somebody else has changed it since.
                 * @example "2026-01-31T09:30:00.000Z"
                 */
                "If-Match"?: string;
            };
            path: {
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
                    /** @example Ada */
                    name?: string;
                    description?: string | null;
                    tone?: string | null;
                    /** @example en */
                    language?: string | null;
                    default_tasks?: string[] | null;
                    is_active?: boolean | null;
                    instructions?: string | null;
                    /** @example openai:gpt-4o-mini */
                    model?: string | null;
                    temperature?: number | null;
                    max_output_tokens?: number | null;
                    fallback_message?: string | null;
                    greeting?: string | null;
                    /** @description A reply that cites no knowledge is replaced by the `fallback_message`, or a plain sentence in the language of the question. A greeting, thanks or a farewell is answered all the same. */
                    require_grounding?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                limit?: number;
                after?: string;
                order?: "asc" | "desc";
                agent_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
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
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
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
    retrievePassages: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Visible ASCII. Sent again, it gives the same record.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path: {
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
                    question: string;
                    /** @default 6 */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Passage"][];
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
    listSessions: {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
                order?: "asc" | "desc";
                agent_id?: string;
                visitor_id?: string;
                status?: "active" | "closed" | "expired";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
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
                 * @description Visible ASCII. Sent again, it gives the same record.
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
                    /** Format: uuid */
                    agent_id: string;
                    /** @example en */
                    locale?: string;
                    /**
                     * @description Free-form: at most 16 kB, 5 levels deep.
                     * @default {}
                     */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    visitor_id?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 201;
                        /**
                         * @description A sentence for people.
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                    /** @example en */
                    locale?: string | null;
                    /** @description Free-form: at most 16 kB, 5 levels deep. */
                    metadata?: {
                        [key: string]: unknown;
                    } | null;
                    visitor_id?: string | null;
                    /** @enum {string} */
                    status?: "closed";
                };
            };
        };
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                limit?: number;
                after?: string;
                order?: "asc" | "desc";
                agent_id?: string;
                customer_id?: string;
                user_context_id?: string;
                status?: "open" | "closed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
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
                 * @description Visible ASCII. Sent again, it gives the same record.
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
                    /** Format: uuid */
                    agent_id: string;
                    /** @example en */
                    locale?: string;
                    /**
                     * @description Free-form: at most 16 kB, 5 levels deep.
                     * @default {}
                     */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    customer_id?: string;
                    title?: string;
                    /** Format: uuid */
                    user_context_id?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 201;
                        /**
                         * @description A sentence for people.
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                    /** @example en */
                    locale?: string | null;
                    /** @description Free-form: at most 16 kB, 5 levels deep. */
                    metadata?: {
                        [key: string]: unknown;
                    } | null;
                    customer_id?: string | null;
                    title?: string | null;
                    /** Format: uuid */
                    user_context_id?: string | null;
                    /** @enum {string} */
                    status?: "closed";
                };
            };
        };
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                limit?: number;
                after?: string;
                order?: "asc" | "desc";
            };
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
                        data: (components["schemas"]["SessionQuestion"] | components["schemas"]["SessionReply"])[];
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
                 * @description Visible ASCII. Sent again, it gives the same record.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description `wait=N` (seconds) or `respond-async`.
                 * @example wait=20
                 */
                Prefer?: string;
                /**
                 * @description Of a stream: the `id` of the last event that came, to go on after it.
                 * @example 12
                 */
                "Last-Event-ID"?: string;
            };
            path: {
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
                    content: string;
                    /**
                     * @description Free-form: at most 16 kB, 5 levels deep.
                     * @default {}
                     */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /**
                     * @default queue
                     * @enum {string}
                     */
                    on_busy?: "queue" | "reject";
                    /** @description Keeps how the reply comes about, to be read at `…/trace`: what was retrieved, what the model was sent, how long each step took. Not for tokens of widgets. */
                    trace?: boolean;
                };
            };
        };
        responses: {
            /** @description Created. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 201;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SessionReply"];
                    };
                };
            };
            /** @description Accepted: the work goes on. `Location` tells where to read it. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 202;
                        /**
                         * @description A sentence for people.
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
                wait?: number;
            };
            header?: {
                /**
                 * @description Of a stream: the `id` of the last event that came, to go on after it.
                 * @example 12
                 */
                "Last-Event-ID"?: string;
            };
            path: {
                session_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SessionQuestion"] | components["schemas"]["SessionReply"];
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
                session_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                limit?: number;
                after?: string;
                order?: "asc" | "desc";
            };
            header?: never;
            path: {
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
                        data: (components["schemas"]["ConversationQuestion"] | components["schemas"]["ConversationReply"])[];
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
                 * @description Visible ASCII. Sent again, it gives the same record.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description `wait=N` (seconds) or `respond-async`.
                 * @example wait=20
                 */
                Prefer?: string;
                /**
                 * @description Of a stream: the `id` of the last event that came, to go on after it.
                 * @example 12
                 */
                "Last-Event-ID"?: string;
            };
            path: {
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
                    content: string;
                    /**
                     * @description Free-form: at most 16 kB, 5 levels deep.
                     * @default {}
                     */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /**
                     * @default queue
                     * @enum {string}
                     */
                    on_busy?: "queue" | "reject";
                    /** @description Keeps how the reply comes about, to be read at `…/trace`: what was retrieved, what the model was sent, how long each step took. Not for tokens of widgets. */
                    trace?: boolean;
                };
            };
        };
        responses: {
            /** @description Created. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 201;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["ConversationReply"];
                    };
                };
            };
            /** @description Accepted: the work goes on. `Location` tells where to read it. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 202;
                        /**
                         * @description A sentence for people.
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
                wait?: number;
            };
            header?: {
                /**
                 * @description Of a stream: the `id` of the last event that came, to go on after it.
                 * @example 12
                 */
                "Last-Event-ID"?: string;
            };
            path: {
                conversation_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["ConversationQuestion"] | components["schemas"]["ConversationReply"];
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
                conversation_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
    readSessionReplyTrace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                conversation_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                limit?: number;
                after?: string;
                order?: "asc" | "desc";
            };
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
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
                 * @description Visible ASCII. Sent again, it gives the same record.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path: {
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
                    /** @example zoe@example.com */
                    reviewer: string;
                    rating: number;
                    comment?: string;
                    /** Format: uuid */
                    message_id?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["SessionFeedback"];
                    };
                };
            };
            /** @description Created. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 201;
                        /**
                         * @description A sentence for people.
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
                limit?: number;
                after?: string;
                order?: "asc" | "desc";
            };
            header?: never;
            path: {
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
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
                 * @description Visible ASCII. Sent again, it gives the same record.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path: {
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
                    /** @example zoe@example.com */
                    reviewer: string;
                    rating: number;
                    comment?: string;
                    /** Format: uuid */
                    message_id?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["ConversationFeedback"];
                    };
                };
            };
            /** @description Created. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 201;
                        /**
                         * @description A sentence for people.
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
                /** @description CSV has one column for each field. */
                format?: "csv" | "jsonl";
                kind?: "session" | "conversation";
                agent_id?: string;
                /** @description `open`: takes messages; of sessions, those that are `active`. */
                status?: "open" | "closed" | "expired";
                /** @description Active then or later: ISO 8601 date-time, or a date, which is its midnight in UTC. */
                from?: string | unknown | unknown;
                /** @description Active before that time. */
                to?: string | unknown | unknown;
                /** @description Stands in the customer's or visitor's id. */
                person?: string;
                /** @description Conversations that refer to this context, or whose `customer_id` is its `user_reference`. */
                user_context_id?: string;
                /** @description Stands in a message. Looked for in the organization's newest 100,000 messages; with `to`, in the newest until then. */
                text?: string;
                /** @description With a failed reply. */
                has_failures?: boolean;
                /** @description With a rating of 1 or 2. */
                has_negative_feedback?: boolean;
                /** @description With a reply that no knowledge supports. */
                has_ungrounded_replies?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                /** @description CSV has one column for each field. */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                after?: string;
                kind?: "session" | "conversation";
                agent_id?: string;
                /** @description `open`: takes messages; of sessions, those that are `active`. */
                status?: "open" | "closed" | "expired";
                /** @description Active then or later: ISO 8601 date-time, or a date, which is its midnight in UTC. */
                from?: string | unknown | unknown;
                /** @description Active before that time. */
                to?: string | unknown | unknown;
                /** @description Stands in the customer's or visitor's id. */
                person?: string;
                /** @description Conversations that refer to this context, or whose `customer_id` is its `user_reference`. */
                user_context_id?: string;
                /** @description Stands in a message. Looked for in the organization's newest 100,000 messages; with `to`, in the newest until then. */
                text?: string;
                /** @description With a failed reply. */
                has_failures?: boolean;
                /** @description With a rating of 1 or 2. */
                has_negative_feedback?: boolean;
                /** @description With a reply that no knowledge supports. */
                has_ungrounded_replies?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
    listContexts: {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
                order?: "asc" | "desc";
                user_reference?: string;
                /** @description Stands in its `user_reference`. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
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
                 * @description Visible ASCII. Sent again, it gives the same record.
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
                    user_reference: string;
                    /** @description Free-form: at most 16 kB, 5 levels deep. */
                    traits: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["Context"];
                    };
                };
            };
            /** @description Created. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 201;
                        /**
                         * @description A sentence for people.
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                erase?: "everything";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                    /** @description Free-form: at most 16 kB, 5 levels deep. */
                    traits: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                limit?: number;
                after?: string;
                order?: "asc" | "desc";
                status?: "processing" | "ready" | "failed";
                /** @description Entries that serve this agent. */
                agent_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
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
                 * @description Visible ASCII. Sent again, it gives the same record.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description `wait=N` (seconds) or `respond-async`.
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
                    /** @example How long does a parcel take? */
                    question: string;
                    /** @example Two days. */
                    answer: string;
                    tags?: string[];
                    source?: string;
                    /**
                     * Format: uuid
                     * @description Short for `agent_ids` with one.
                     */
                    agent_id?: string;
                    /** @description The agents that the entry serves. Without it: every agent of the organization. */
                    agent_ids?: string[];
                };
            };
        };
        responses: {
            /** @description Created. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 201;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["QaEntry"];
                    };
                };
            };
            /** @description Accepted: the work goes on. `Location` tells where to read it. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 202;
                        /**
                         * @description A sentence for people.
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                 * @description `wait=N` (seconds) or `respond-async`.
                 * @example wait=20
                 */
                Prefer?: string;
            };
            path: {
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
                    /** @example How long does a parcel take? */
                    question?: string;
                    /** @example Two days. */
                    answer?: string;
                    tags?: string[] | null;
                    source?: string | null;
                    /**
                     * Format: uuid
                     * @description Short for `agent_ids` with one.
                     */
                    agent_id?: string | null;
                    /** @description The agents that the entry serves. Without it: every agent of the organization. */
                    agent_ids?: string[] | null;
                };
            };
        };
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["QaEntry"];
                    };
                };
            };
            /** @description Accepted: the work goes on. `Location` tells where to read it. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 202;
                        /**
                         * @description A sentence for people.
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
                 * @description Visible ASCII. Sent again, it gives the same record.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description `wait=N` (seconds) or `respond-async`.
                 * @example wait=20
                 */
                Prefer?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["QaEntry"];
                    };
                };
            };
            /** @description Accepted: the work goes on. `Location` tells where to read it. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 202;
                        /**
                         * @description A sentence for people.
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
                page?: number;
                page_size?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
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
                limit?: number;
                after?: string;
                order?: "asc" | "desc";
                status?: "processing" | "ready" | "failed";
                /** @description Entries that serve this agent. */
                agent_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
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
                 * @description Visible ASCII. Sent again, it gives the same record.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description `wait=N` (seconds) or `respond-async`.
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
                     * @description Absolute, http or https. Public addresses only, ports 80 and 443.
                     * @example https://example.com/shipping
                     */
                    url: string;
                    /** @example Shipping */
                    title?: string;
                    /**
                     * @description What is read: the page alone (default); the pages that the sitemap lists, which `url` or robots.txt names, or `/sitemap.xml`; or the pages of the same site that links lead to, from `url` on, nearest first. Sitemaps and links are followed within the same site only, as far as robots.txt, `noindex` and `nofollow` allow.
                     * @enum {string}
                     */
                    crawl?: "page" | "sitemap" | "site";
                    /** @description Most pages of a sitemap or site; default 50. */
                    max_pages?: number;
                    /** @description Hours after which the page, or site, is looked at again, and so on; without it never. Until it could be read anew, what was known of it answers. */
                    refresh_hours?: number;
                    /**
                     * Format: uuid
                     * @description Short for `agent_ids` with one.
                     */
                    agent_id?: string;
                    /** @description The agents that the entry serves. Without it: every agent of the organization. */
                    agent_ids?: string[];
                };
            };
        };
        responses: {
            /** @description Created. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 201;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["UrlEntry"];
                    };
                };
            };
            /** @description Accepted: the work goes on. `Location` tells where to read it. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 202;
                        /**
                         * @description A sentence for people.
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                 * @description `wait=N` (seconds) or `respond-async`.
                 * @example wait=20
                 */
                Prefer?: string;
            };
            path: {
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
                     * @description Absolute, http or https. Public addresses only, ports 80 and 443.
                     * @example https://example.com/shipping
                     */
                    url?: string;
                    /** @example Shipping */
                    title?: string | null;
                    /**
                     * @description What is read: the page alone (default); the pages that the sitemap lists, which `url` or robots.txt names, or `/sitemap.xml`; or the pages of the same site that links lead to, from `url` on, nearest first. Sitemaps and links are followed within the same site only, as far as robots.txt, `noindex` and `nofollow` allow.
                     * @enum {string|null}
                     */
                    crawl?: "page" | "sitemap" | "site" | null;
                    /** @description Most pages of a sitemap or site; default 50. */
                    max_pages?: number | null;
                    /** @description Hours after which the page, or site, is looked at again, and so on; without it never. Until it could be read anew, what was known of it answers. */
                    refresh_hours?: number | null;
                    /**
                     * Format: uuid
                     * @description Short for `agent_ids` with one.
                     */
                    agent_id?: string | null;
                    /** @description The agents that the entry serves. Without it: every agent of the organization. */
                    agent_ids?: string[] | null;
                };
            };
        };
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["UrlEntry"];
                    };
                };
            };
            /** @description Accepted: the work goes on. `Location` tells where to read it. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 202;
                        /**
                         * @description A sentence for people.
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
                 * @description Visible ASCII. Sent again, it gives the same record.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description `wait=N` (seconds) or `respond-async`.
                 * @example wait=20
                 */
                Prefer?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["UrlEntry"];
                    };
                };
            };
            /** @description Accepted: the work goes on. `Location` tells where to read it. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 202;
                        /**
                         * @description A sentence for people.
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
                page?: number;
                page_size?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
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
                limit?: number;
                after?: string;
                order?: "asc" | "desc";
                status?: "processing" | "ready" | "failed";
                /** @description Entries that serve this agent. */
                agent_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
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
                 * @description Visible ASCII. Sent again, it gives the same record.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description `wait=N` (seconds) or `respond-async`.
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
                    /** @example Terms */
                    title: string;
                    /** @enum {string} */
                    file_type?: "pdf" | "docx" | "txt" | "md" | "html" | "csv" | "json";
                    summary?: string;
                    /**
                     * Format: uuid
                     * @description Short for `agent_ids` with one.
                     */
                    agent_id?: string;
                    /** @description The agents that the entry serves. Without it: every agent of the organization. */
                    agent_ids?: string[];
                };
            };
        };
        responses: {
            /** @description Created. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 201;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["FileEntry"];
                    };
                };
            };
            /** @description Accepted: the work goes on. `Location` tells where to read it. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 202;
                        /**
                         * @description A sentence for people.
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                 * @description `wait=N` (seconds) or `respond-async`.
                 * @example wait=20
                 */
                Prefer?: string;
            };
            path: {
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
                    /** @example Terms */
                    title?: string;
                    /** @enum {string|null} */
                    file_type?: "pdf" | "docx" | "txt" | "md" | "html" | "csv" | "json" | null;
                    summary?: string | null;
                    /**
                     * Format: uuid
                     * @description Short for `agent_ids` with one.
                     */
                    agent_id?: string | null;
                    /** @description The agents that the entry serves. Without it: every agent of the organization. */
                    agent_ids?: string[] | null;
                };
            };
        };
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["FileEntry"];
                    };
                };
            };
            /** @description Accepted: the work goes on. `Location` tells where to read it. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 202;
                        /**
                         * @description A sentence for people.
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
                 * @description Visible ASCII. Sent again, it gives the same record.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description `wait=N` (seconds) or `respond-async`.
                 * @example wait=20
                 */
                Prefer?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["FileEntry"];
                    };
                };
            };
            /** @description Accepted: the work goes on. `Location` tells where to read it. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 202;
                        /**
                         * @description A sentence for people.
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
                page?: number;
                page_size?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                 * @description Visible ASCII. Sent again, it gives the same record.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description `wait=N` (seconds) or `respond-async`.
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
                    /** @description At most 20 MB. */
                    file: string;
                    /** @example Terms */
                    title?: string;
                    summary?: string;
                    /** @description The agents that the entry serves. Without it: every agent of the organization. */
                    agent_ids?: string[];
                    /** Format: uuid */
                    knowledge_id?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["FileEntry"];
                    };
                };
            };
            /** @description Created. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 201;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["FileEntry"];
                    };
                };
            };
            /** @description Accepted: the work goes on. `Location` tells where to read it. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 202;
                        /**
                         * @description A sentence for people.
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
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
    listKnowledge: {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
                order?: "asc" | "desc";
                kind?: "file" | "qa" | "url";
                status?: "processing" | "ready" | "failed";
                /** @description Entries that serve this agent. */
                agent_id?: string;
                /** @description Stands in a title, question, answer, url or file name, in capitals or not. */
                search?: string;
                /** @description What `order` is of. */
                sort?: "created_at" | "title";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
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
    deleteKnowledge: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Visible ASCII. Sent again, it gives the same record.
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
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                 * @description Visible ASCII. Sent again, it gives the same record.
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
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                limit?: number;
                after?: string;
                order?: "asc" | "desc";
                agent_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
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
                 * @description Visible ASCII. Sent again, it gives the same record.
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
                    /** @example Shop */
                    name: string;
                    /** Format: uuid */
                    agent_id?: string;
                    title?: string;
                    greeting?: string;
                    suggested_questions?: string[];
                    /** @description `primary` is the button's, the header's and the visitor's bubbles'; `bubble` the agent's. */
                    colors?: {
                        /** @example #2e7d32 */
                        primary?: string;
                        /** @example #2e7d32 */
                        primary_text?: string;
                        /** @example #2e7d32 */
                        background?: string;
                        /** @example #2e7d32 */
                        text?: string;
                        /** @example #2e7d32 */
                        bubble?: string;
                        /** @example #2e7d32 */
                        bubble_text?: string;
                    };
                    /** @enum {string} */
                    position?: "bottom-right" | "bottom-left";
                    /** @enum {string} */
                    theme?: "auto" | "light" | "dark";
                    /** @example en */
                    locale?: string;
                    /** @description In place of the widget's own words. */
                    texts?: {
                        /** @example Ask us */
                        open?: string;
                        /** @example Ask us */
                        close?: string;
                        /** @example Ask us */
                        placeholder?: string;
                        /** @example Ask us */
                        send?: string;
                        /** @example Ask us */
                        retry?: string;
                        /** @example Ask us */
                        new_session?: string;
                        /** @example Ask us */
                        typing?: string;
                        /** @example Ask us */
                        disclaimer?: string;
                        /** @example Ask us */
                        offline?: string;
                        /** @example Ask us */
                        failed?: string;
                        /** @example Ask us */
                        limit_reached?: string;
                        /** @example Ask us */
                        agent_inactive?: string;
                        /** @example Ask us */
                        session_ended?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Created. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 201;
                        /**
                         * @description A sentence for people.
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                    /** @example Shop */
                    name?: string;
                    /** Format: uuid */
                    agent_id?: string | null;
                    title?: string | null;
                    greeting?: string | null;
                    suggested_questions?: string[] | null;
                    /** @description `primary` is the button's, the header's and the visitor's bubbles'; `bubble` the agent's. */
                    colors?: {
                        /** @example #2e7d32 */
                        primary?: string;
                        /** @example #2e7d32 */
                        primary_text?: string;
                        /** @example #2e7d32 */
                        background?: string;
                        /** @example #2e7d32 */
                        text?: string;
                        /** @example #2e7d32 */
                        bubble?: string;
                        /** @example #2e7d32 */
                        bubble_text?: string;
                    } | null;
                    /** @enum {string|null} */
                    position?: "bottom-right" | "bottom-left" | null;
                    /** @enum {string|null} */
                    theme?: "auto" | "light" | "dark" | null;
                    /** @example en */
                    locale?: string | null;
                    /** @description In place of the widget's own words. */
                    texts?: {
                        /** @example Ask us */
                        open?: string;
                        /** @example Ask us */
                        close?: string;
                        /** @example Ask us */
                        placeholder?: string;
                        /** @example Ask us */
                        send?: string;
                        /** @example Ask us */
                        retry?: string;
                        /** @example Ask us */
                        new_session?: string;
                        /** @example Ask us */
                        typing?: string;
                        /** @example Ask us */
                        disclaimer?: string;
                        /** @example Ask us */
                        offline?: string;
                        /** @example Ask us */
                        failed?: string;
                        /** @example Ask us */
                        limit_reached?: string;
                        /** @example Ask us */
                        agent_inactive?: string;
                        /** @example Ask us */
                        session_ended?: string;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                limit?: number;
                after?: string;
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
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
                 * @description Visible ASCII. Sent again, it gives the same record.
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
                    name: string;
                    /** @description Pages of these origins may get widget tokens; `https://*.example.com` stands for every host below example.com. Empty: no page may. */
                    allowed_origins?: string[];
                    /** @description The agents that its widget tokens reach, sessions and configurations of others being not found; null: every active one. */
                    agent_ids?: string[] | null;
                    limits?: {
                        /** @description API requests an hour, at most the organization's; null: only the organization's limit. */
                        hourly_limit?: number | null;
                        /** @description Widget requests an hour, at most the service's; null: only the service's limit. */
                        widget_hourly_limit?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Created. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 201;
                        /**
                         * @description A sentence for people.
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                    name?: string;
                    /** @description Pages of these origins may get widget tokens; `https://*.example.com` stands for every host below example.com. Empty: no page may. */
                    allowed_origins?: string[];
                    /** @description The agents that its widget tokens reach, sessions and configurations of others being not found; null: every active one. */
                    agent_ids?: string[] | null;
                    limits?: {
                        /** @description API requests an hour, at most the organization's; null: only the organization's limit. */
                        hourly_limit?: number | null;
                        /** @description Widget requests an hour, at most the service's; null: only the service's limit. */
                        widget_hourly_limit?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                 * @description Visible ASCII. Sent again, it gives the same record.
                 * @example order-4711
                 */
                "Idempotency-Key"?: string;
            };
            path: {
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
                     * @description How long the older secrets live on, unless they end earlier.
                     * @default 24
                     */
                    grace_hours?: number;
                };
            };
        };
        responses: {
            /** @description Created. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 201;
                        /**
                         * @description A sentence for people.
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
                application_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                    /** @description In days, at most the service's; null: as long as the service keeps it. */
                    retention: {
                        /** @description Sessions and conversations, after their last message: with all messages and feedback. What they cost stays. */
                        message_days?: number | null;
                        /** @description How replies came about, where that was asked for. */
                        trace_days?: number | null;
                        /** @description Each request, for the analytics. */
                        request_log_days?: number | null;
                        /** @description Sums by the hour, and what rate limits did. */
                        analytics_days?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
    listRequestLogs: {
        parameters: {
            query?: {
                /** @description ISO 8601 date-time, or a date, which is its midnight in UTC. Default: 24 hours before `to`. */
                from?: string | unknown | unknown;
                /** @description Up to, but without. Default: now. At most 400 days after `from`. */
                to?: string | unknown | unknown;
                page?: number;
                page_size?: number;
                /** @description As in the answer: /a/{id} */
                endpoint?: string;
                /** @description A client id, or the id of an application. */
                key_id?: string;
                method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
                status?: number;
                /** @description As in the header `X-Request-Id`. Goes with neither `bucket` nor `format`. */
                request_id?: string;
                bucket?: "hour" | "day";
                /** @description Answers all rows that the filters choose as a file, whatever the page: CSV with a line of column names, or one JSON object a line. A failure on the way breaks the connection, so that a file which ends well is complete. */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["RequestLog"][];
                        pagination: components["schemas"]["NumberedPagination"];
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
                /** @description ISO 8601 date-time, or a date, which is its midnight in UTC. Default: 24 hours before `to`. */
                from?: string | unknown | unknown;
                /** @description Up to, but without. Default: now. At most 400 days after `from`. */
                to?: string | unknown | unknown;
                page?: number;
                page_size?: number;
                /** @description As in the answer: /a/{id} */
                endpoint?: string;
                /** @description A client id, or the id of an application. */
                key_id?: string;
                method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
                status?: number;
                bucket?: "hour" | "day";
                group_by?: "endpoint" | "status" | "key" | "method";
                /** @description Answers all rows that the filters choose as a file, whatever the page: CSV with a line of column names, or one JSON object a line. A failure on the way breaks the connection, so that a file which ends well is complete. */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
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
                /** @description ISO 8601 date-time, or a date, which is its midnight in UTC. Default: 24 hours before `to`. */
                from?: string | unknown | unknown;
                /** @description Up to, but without. Default: now. At most 400 days after `from`. */
                to?: string | unknown | unknown;
                page?: number;
                page_size?: number;
                /** @description As in the answer: /a/{id} */
                endpoint?: string;
                /** @description A client id, or the id of an application. */
                key_id?: string;
                method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
                status?: number;
                /** @description `window`: all of it as one. */
                bucket?: "hour" | "day" | "window";
                group_by?: "agent" | "model";
                /** @description Answers all rows that the filters choose as a file, whatever the page: CSV with a line of column names, or one JSON object a line. A failure on the way breaks the connection, so that a file which ends well is complete. */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
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
                /** @description ISO 8601 date-time, or a date, which is its midnight in UTC. Default: 24 hours before `to`. */
                from?: string | unknown | unknown;
                /** @description Up to, but without. Default: now. At most 400 days after `from`. */
                to?: string | unknown | unknown;
                page?: number;
                page_size?: number;
                /** @description As in the answer: /a/{id} */
                endpoint?: string;
                /** @description A client id, or the id of an application. */
                key_id?: string;
                method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
                status?: number;
                bucket?: "hour" | "day";
                /** @description Answers all rows that the filters choose as a file, whatever the page: CSV with a line of column names, or one JSON object a line. A failure on the way breaks the connection, so that a file which ends well is complete. */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
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
                /** @description ISO 8601 date-time, or a date, which is its midnight in UTC. Default: 24 hours before `to`. */
                from?: string | unknown | unknown;
                /** @description Up to, but without. Default: now. At most 400 days after `from`. */
                to?: string | unknown | unknown;
                page?: number;
                page_size?: number;
                /** @description As in the answer: /a/{id} */
                endpoint?: string;
                /** @description A client id, or the id of an application. */
                key_id?: string;
                bucket?: "hour" | "day";
                outcome?: "allowed" | "blocked";
                /** @description Answers all rows that the filters choose as a file, whatever the page: CSV with a line of column names, or one JSON object a line. A failure on the way breaks the connection, so that a file which ends well is complete. */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["LimitFigures"][];
                        pagination: components["schemas"]["NumberedPagination"];
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
                /** @description ISO 8601 date-time, or a date, which is its midnight in UTC. Default: 24 hours before `to`. */
                from?: string | unknown | unknown;
                /** @description Up to, but without. Default: now. At most 400 days after `from`. */
                to?: string | unknown | unknown;
                page?: number;
                page_size?: number;
                /** @description As in the answer: /a/{id} */
                endpoint?: string;
                /** @description A client id, or the id of an application. */
                key_id?: string;
                method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
                status?: number;
                /** @description As in the header `X-Request-Id`. Goes with neither `bucket` nor `format`. */
                request_id?: string;
                bucket?: "hour" | "day";
                /** @description Answers all rows that the filters choose as a file, whatever the page: CSV with a line of column names, or one JSON object a line. A failure on the way breaks the connection, so that a file which ends well is complete. */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["RequestLog"][];
                        pagination: components["schemas"]["NumberedPagination"];
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
                /** @description ISO 8601 date-time, or a date, which is its midnight in UTC. Default: 24 hours before `to`. */
                from?: string | unknown | unknown;
                /** @description Up to, but without. Default: now. At most 400 days after `from`. */
                to?: string | unknown | unknown;
                page?: number;
                page_size?: number;
                /** @description As in the answer: /a/{id} */
                endpoint?: string;
                /** @description A client id, or the id of an application. */
                key_id?: string;
                method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
                status?: number;
                bucket?: "hour" | "day";
                group_by?: "endpoint" | "status" | "key" | "method";
                /** @description Answers all rows that the filters choose as a file, whatever the page: CSV with a line of column names, or one JSON object a line. A failure on the way breaks the connection, so that a file which ends well is complete. */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
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
                /** @description ISO 8601 date-time, or a date, which is its midnight in UTC. Default: 24 hours before `to`. */
                from?: string | unknown | unknown;
                /** @description Up to, but without. Default: now. At most 400 days after `from`. */
                to?: string | unknown | unknown;
                page?: number;
                page_size?: number;
                /** @description As in the answer: /a/{id} */
                endpoint?: string;
                /** @description A client id, or the id of an application. */
                key_id?: string;
                method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
                status?: number;
                /** @description `window`: all of it as one. */
                bucket?: "hour" | "day" | "window";
                group_by?: "agent" | "model";
                /** @description Answers all rows that the filters choose as a file, whatever the page: CSV with a line of column names, or one JSON object a line. A failure on the way breaks the connection, so that a file which ends well is complete. */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
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
                /** @description ISO 8601 date-time, or a date, which is its midnight in UTC. Default: 24 hours before `to`. */
                from?: string | unknown | unknown;
                /** @description Up to, but without. Default: now. At most 400 days after `from`. */
                to?: string | unknown | unknown;
                page?: number;
                page_size?: number;
                /** @description As in the answer: /a/{id} */
                endpoint?: string;
                /** @description A client id, or the id of an application. */
                key_id?: string;
                method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
                status?: number;
                bucket?: "hour" | "day";
                /** @description Answers all rows that the filters choose as a file, whatever the page: CSV with a line of column names, or one JSON object a line. A failure on the way breaks the connection, so that a file which ends well is complete. */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
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
                /** @description ISO 8601 date-time, or a date, which is its midnight in UTC. Default: 24 hours before `to`. */
                from?: string | unknown | unknown;
                /** @description Up to, but without. Default: now. At most 400 days after `from`. */
                to?: string | unknown | unknown;
                page?: number;
                page_size?: number;
                /** @description As in the answer: /a/{id} */
                endpoint?: string;
                /** @description A client id, or the id of an application. */
                key_id?: string;
                bucket?: "hour" | "day";
                outcome?: "allowed" | "blocked";
                /** @description Answers all rows that the filters choose as a file, whatever the page: CSV with a line of column names, or one JSON object a line. A failure on the way breaks the connection, so that a file which ends well is complete. */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
                         * @example Done.
                         */
                        detail: string;
                        data: components["schemas"]["LimitFigures"][];
                        pagination: components["schemas"]["NumberedPagination"];
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
                /** @description ISO 8601 date-time, or a date, which is its midnight in UTC. Default: 24 hours before `to`. */
                from?: string | unknown | unknown;
                /** @description Up to, but without. Default: now. At most 400 days after `from`. */
                to?: string | unknown | unknown;
                /** @description Figures of this agent alone: messages, replies, tokens, costs, their times, conversations, sessions and feedback. All else is of no agent, and null. */
                agent_id?: string;
                /** @description Default: hours in a window of at most 7 days, else days. Hours go up to 92 days. */
                bucket?: "hour" | "day";
                /** @description Answers all rows that the filters choose as a file, whatever the page: CSV with a line of column names, or one JSON object a line. A failure on the way breaks the connection, so that a file which ends well is complete. */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
                /** @description ISO 8601 date-time, or a date, which is its midnight in UTC. Default: 24 hours before `to`. */
                from?: string | unknown | unknown;
                /** @description Up to, but without. Default: now. At most 400 days after `from`. */
                to?: string | unknown | unknown;
                /** @description Figures of this agent alone: messages, replies, tokens, costs, their times, conversations, sessions and feedback. All else is of no agent, and null. */
                agent_id?: string;
                /** @description Default: hours in a window of at most 7 days, else days. Hours go up to 92 days. */
                bucket?: "hour" | "day";
                /** @description Answers all rows that the filters choose as a file, whatever the page: CSV with a line of column names, or one JSON object a line. A failure on the way breaks the connection, so that a file which ends well is complete. */
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
            /** @description Done. */
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
                        /** @enum {string} */
                        status: "success";
                        /** @enum {integer} */
                        status_code: 200;
                        /**
                         * @description A sentence for people.
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
    readOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
