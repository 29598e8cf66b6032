/** The two engines. SQLite is inside Node; PostgreSQL is chosen by `DATABASE_URL`. */
export type Engine = 'sqlite' | 'postgres';
