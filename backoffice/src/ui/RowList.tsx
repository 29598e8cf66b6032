export { RowList } from './Rows.tsx';
