import icon from '../icon.svg'

export const Logo = () => <img src={icon} alt="" width="26" height="26" />
