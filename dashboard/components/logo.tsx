import { Icon } from './icons.js';

/** The sign of the house. */
export const Logo = () => (
  <span className="mark">
    <Icon name="message" size={16} />
  </span>
);
