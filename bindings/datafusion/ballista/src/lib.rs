//! quadline's SQL functions on a cluster with Apache Ballista.
//!
//! A query plan refers to functions by name. The scheduler, which reads plans, and the executors, which run
//! their parts, therefore register the functions when they start, like the client. All of them must be built
//! from the same version.

use std::sync::Arc;

use ballista::prelude::SessionContextExt;
use ballista_core::error::Result as BallistaResult;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::utils::default_session_builder;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::start_server;
use datafusion::common::{DataFusionError, Result};
use datafusion::execution::SessionState;
use datafusion::prelude::{SessionConfig, SessionContext};
use quadline_datafusion::{Broken, Functions};

/// The number of seconds without a heartbeat after which an executor is considered dead, and its tasks are
/// given to others.
const DEAD_AFTER: u64 = 5;

fn functions() -> Functions {
    Functions::new(Broken::Null)
}

/// Creates the session with which a scheduler reads the plan of a client.
fn session(config: SessionConfig) -> Result<SessionState> {
    let mut state = default_session_builder(config)?;
    functions().register_with(&mut state)?;
    Ok(state)
}

/// Runs a scheduler on the loopback address until the process is ended.
///
/// # Errors
///
/// Returns an error if the port is in use or the configuration is invalid.
pub async fn run_scheduler(port: u16) -> BallistaResult<()> {
    let config = SchedulerConfig {
        bind_port: port,
        external_host: "127.0.0.1".into(),
        executor_timeout_seconds: DEAD_AFTER,
        expire_dead_executor_interval_seconds: 1,
        no_executors_grace_period_seconds: 60,
        override_session_builder: Some(Arc::new(session)),
        ..SchedulerConfig::default()
    };
    let cluster = BallistaCluster::new_from_config(&config).await?;
    start_server(cluster, ([127, 0, 0, 1], port).into(), Arc::new(config)).await
}

/// Runs an executor on the loopback address until the process is ended. `ports` are the ports for its results
/// and its tasks. The folder is created if necessary.
///
/// # Errors
///
/// Returns an error if a port is in use, the scheduler cannot be reached, or the folder cannot be created.
pub async fn run_executor(
    scheduler_port: u16,
    ports: [u16; 2],
    cores: usize,
    work_dir: &str,
) -> BallistaResult<()> {
    // Without the folder, the executor would start, but fail every task.
    std::fs::create_dir_all(work_dir)?;
    let mut registry = BallistaFunctionRegistry::default();
    let named = functions().udfs().into_iter().map(|udf| (udf.name().to_string(), Arc::new(udf)));
    registry.scalar_functions.extend(named);
    let config = ExecutorProcessConfig {
        external_host: Some("127.0.0.1".into()),
        port: ports[0],
        grpc_port: ports[1],
        scheduler_host: "127.0.0.1".into(),
        scheduler_port,
        scheduler_connect_timeout_seconds: 30,
        vcores: cores,
        work_dir: Some(work_dir.into()),
        executor_heartbeat_interval_seconds: 1,
        override_function_registry: Some(Arc::new(registry)),
        ..ExecutorProcessConfig::default()
    };
    start_executor_process(Arc::new(config)).await
}

/// Creates a session on a cluster.
///
/// # Errors
///
/// Returns an error if the address is invalid.
pub async fn connect(scheduler_port: u16) -> Result<SessionContext> {
    // Ballista registers only its own functions from a given state, so these are registered afterwards.
    let context = SessionContext::remote(&format!("df://127.0.0.1:{scheduler_port}")).await?;
    functions().register(&context);
    Ok(context)
}

/// Creates a session in this process.
pub fn local() -> SessionContext {
    let context = SessionContext::new();
    functions().register(&context);
    context
}

/// Runs a query on the Parquet files of a folder, which are the table `positions`, and formats the result as
/// a table.
///
/// # Errors
///
/// Returns the error of the query.
pub async fn query(context: &SessionContext, folder: &str, sql: &str) -> Result<String> {
    context.register_parquet("positions", folder, Default::default()).await?;
    let batches = context.sql(sql).await?.collect().await?;
    let table = datafusion::arrow::util::pretty::pretty_format_batches(&batches);
    Ok(table.map_err(|error| DataFusionError::ArrowError(Box::new(error), None))?.to_string())
}
