export const Logo = () => <img src="/dashboard/icon.svg" alt="" width="26" height="26" />
