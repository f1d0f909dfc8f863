/** What the audit log says was done to a client system. */
export type ClientSystemAction = 'create' | 'change' | 'issue_token' | 'revoke_token' | 'remove';
