"""Filters on the executors of Apache Spark: lines in, lines out."""

import os
import shlex

from steps import Failure


def context():
    """Returns the context of Spark. spark-submit says where the cluster is."""
    try:
        from pyspark import SparkConf, SparkContext
    except ImportError:
        raise Failure("PySpark is missing: pip install pyspark") from None
    # The log has only problems and waiting.
    conf = SparkConf().setIfMissing("spark.app.name", "sarsen")
    conf.setIfMissing("spark.log.level", "WARN")
    return SparkContext(conf=conf)


def sent(sc, path):
    """Sends a file to all executors. Returns its name there. Each file needs a name of its own."""
    from pyspark import SparkFiles

    sc.addFile(path)
    name = os.path.basename(path)
    # Executors work in the folder of their files. 'local' has none, and so no folder either.
    return SparkFiles.get(name) if sc.master.startswith("local") else name


def piped(sc, lines, command, partitions):
    """Pipes lines through a command on the executors. Spark tries what has failed elsewhere."""
    tasks = min(partitions or 4 * sc.defaultParallelism, len(lines))
    # Without 'env', RDD.pipe gives the command no environment, not even a PATH.
    env = {name: os.environ[name] for name in ["PATH", "RUST_LOG"] if name in os.environ}
    # RDD.pipe splits its command as a shell does.
    command = shlex.join(command)
    try:
        # With checkCode a failing program fails its task, and Spark tries the task elsewhere.
        return sc.parallelize(lines, tasks).pipe(command, env, checkCode=True).collect()
    except Exception as error:
        # Java's report of Python's is long. The line where Python names the error is enough.
        report = [line.strip() for line in str(error).splitlines()]
        of_java = ("at ", "py4j")
        named = [line for line in report if "Error: " in line and not line.startswith(of_java)]
        cause = named[-1] if named else report[0]
        raise Failure(f"work on the executors has failed: {cause}") from None
